"""What stands below is another distribution, whose tests run where it is installed."""

collect_ignore = ["uno-chat-xmpp"]

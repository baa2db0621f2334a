"""Tables of a server in the terminal: sitting at one, and dealing one."""

"""The pages that a player expects: pause, help, settings, new worlds, saved worlds, bookmarks."""

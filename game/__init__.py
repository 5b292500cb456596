"""The game: an endless sea of islands on the screen.

It sees a world only through ``game.terrain.world_source.WorldSource``; ``worldgen`` never sees the
game.
Run it with ``python -m game``.
"""

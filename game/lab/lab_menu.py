"""The way into the lab."""

from __future__ import annotations

from collections.abc import Callable

from game.lab.cost_page import CostPage
from game.lab.lab_page import LabPage
from game.lab.line_page import LinePage
from game.lab.local_rules_page import LocalRulesPage
from game.lab.map_page import MapPage
from game.lab.water_page import WaterPage
from game.screen import Host
from game.ui.list_page import ListPage
from game.ui.sheet import Entry

PAGES: tuple[type[LabPage], ...] = (LinePage, MapPage, LocalRulesPage, WaterPage, CostPage)


def lab_menu(host: Host) -> ListPage:
    """Return a page that leads to the pages of the lab."""

    def opener(page: type[LabPage]) -> Callable[[], None]:
        return lambda: host.push(page(host))

    entries = [Entry(page.title, opener(page)) for page in PAGES]
    note = "How noise becomes islands. Everything here runs the code that makes the worlds."
    return ListPage(host, "Lab", entries, [Entry("Back", host.pop, "go")], note=note, width=22)

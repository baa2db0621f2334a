"""The server that the tests of pages and routes start."""

from tests.web.conftest import client as client
from tests.web.conftest import settings as settings

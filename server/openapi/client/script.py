"""A program as another developer would write it, with a client generated from the OpenAPI document."""

import sys
from http import HTTPStatus
from typing import TypeVar
from uuid import uuid4

from marquee import AuthenticatedClient, Client
from marquee.api.account import get_current_user, login, register
from marquee.api.folders import create_folder, delete_folder, get_folder, list_folder_changes, list_folder_items
from marquee.api.folders import list_folders, rename_folder
from marquee.api.items import add_item, set_item_watched
from marquee.api.movies import search_movies
from marquee.api.reviews import create_review
from marquee.api.server import get_config
from marquee.api.sharing import list_folder_invitations, respond_to_folder_invitation, send_folder_invitation
from marquee.models import AddItemBody, ChangesPage, Config, ConfigSource, Folder, FolderNameBody, Invitation, Item
from marquee.models import ConflictOrLimitReachedOrReservedNameProblem, ItemAddedChange, LoginBody, MediaType
from marquee.models import FoundMovies, NotFoundProblem, OwnUser, RegisterBody, RespondBody, RespondBodyStatus, Review
from marquee.models import ReviewBody, SendInvitationBody, UnauthorizedProblem, User, WatchedBody
from marquee.types import Response

Answer = TypeVar("Answer")
url = sys.argv[1]


def expect(response: Response, status: int, kind: type[Answer]) -> Answer:
    """The answer of a response, which must have this status and type."""
    assert response.status_code == status and isinstance(response.parsed, kind), response
    return response.parsed


def sign_up(name: str) -> tuple[AuthenticatedClient, User]:
    email, password = f"{name}@example.com", "correct horse battery"
    registered = expect(register.sync_detailed(client=Client(url), body=RegisterBody(email, password)), 201, User)
    visitor = Client(url)
    expect(login.sync_detailed(client=visitor, body=LoginBody(email, password)), 200, User)
    cookie = "; ".join(f"{key}={value}" for key, value in visitor.get_httpx_client().cookies.items())
    return AuthenticatedClient(url, token=cookie, prefix="", auth_header_name="Cookie"), registered


settings = expect(get_config.sync_detailed(client=Client(url)), 200, Config)
assert settings.source is ConfigSource.CATALOGUE
visitor = AuthenticatedClient(url, token="no session", prefix="", auth_header_name="Cookie")
assert expect(list_folders.sync_detailed(client=visitor), 401, UnauthorizedProblem).code == "unauthorized"

ana, me = sign_up("ana")
ben, friend = sign_up("ben")
assert me.first_name is None and expect(get_current_user.sync_detailed(client=ana), 200, OwnUser).id == me.id

named = FolderNameBody("From a script")
key = str(uuid4())
folder = expect(create_folder.sync_detailed(client=ana, body=named, idempotency_key=key), 201, Folder)
repeated = expect(create_folder.sync_detailed(client=ana, body=named, idempotency_key=key), 201, Folder)
assert folder.permissions.can_manage and repeated.id == folder.id
renamed = rename_folder.sync_detailed(folder.id, client=ana, body=FolderNameBody("By a script"))
assert expect(renamed, 200, Folder).name == "By a script"
reserved = create_folder.sync_detailed(client=ana, body=FolderNameBody("Reviewed"))
assert expect(reserved, 409, ConflictOrLimitReachedOrReservedNameProblem).code == "reserved_name"

found = expect(search_movies.sync_detailed(client=ana, q="matrix"), 200, FoundMovies)
assert 603 in [movie.id for movie in found.results]
title = AddItemBody(603, MediaType.MOVIE, "The Matrix", folder_id=folder.id)
item = expect(add_item.sync_detailed(client=ana, body=title), 201, Item)
assert item.poster_path is None and not item.watched
assert expect(set_item_watched.sync_detailed(item.id, client=ana, body=WatchedBody(True)), 200, Item).watched
review = ReviewBody(603, MediaType.MOVIE, rating=5, comment="Whoa.")
assert expect(create_review.sync_detailed(client=ana, body=review), 201, Review).rating == 5

offer = SendInvitationBody(friend.id, folder_id=folder.id, can_remove=True)
expect(send_folder_invitation.sync_detailed(client=ana, body=offer), 201, Invitation)
[invitation] = expect(list_folder_invitations.sync_detailed(client=ben), 200, list)
agreed = RespondBody(RespondBodyStatus.ACCEPTED)
expect(respond_to_folder_invitation.sync_detailed(invitation.id, client=ben, body=agreed), 200, Invitation)
shared = expect(get_folder.sync_detailed(folder.id, client=ben), 200, Folder)
assert shared.permissions.can_remove and not shared.permissions.can_manage
[seen] = expect(list_folder_items.sync_detailed(folder.id, client=ben, limit=10), 200, list)
assert isinstance(seen, Item) and seen.title == "The Matrix"

page = expect(list_folder_changes.sync_detailed(folder.id, client=ana, since=0), 200, ChangesPage)
assert [change.item.title for change in page.changes if isinstance(change, ItemAddedChange)] == ["The Matrix"]

assert delete_folder.sync_detailed(folder.id, client=ana).status_code is HTTPStatus.NO_CONTENT
expect(get_folder.sync_detailed(folder.id, client=ben), 404, NotFoundProblem)
print("done", end="")

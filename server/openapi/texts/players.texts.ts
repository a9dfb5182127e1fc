import { playerApi, scrobbleApi } from '../../../common/api/players.ts';
import { describeGroup, type TextEntry, text } from './operationText.ts';

export const playersTexts: TextEntry[] = [
  ...describeGroup('Players', scrobbleApi, {
    send: text(
      'sendScrobble',
      'Report what is watched',
      'A stop from 90 % on, or a scrobble, records the title once: the same session adds one play at most, however often, late and in which order its events arrive. A start or a pause shows what you watch now. A title that is not certain waits for 30 days until you pick it.',
    ),
    fromPlayer: text(
      'sendPlayerEvent',
      'Report what is watched, in the form of a known player',
      'Reads what Jellyfin, Plex, Emby and Tautulli send; kodi and other send the general body. As the program can often be given only an address, an access token with the scope scrobble alone may follow as the last part of the path.',
    ),
  }),
  ...describeGroup('Players', playerApi, {
    list: text('listPlayers', 'List your players', 'Lists your players, and your part in those of other people.'),
    create: text(
      'createPlayer',
      'Set up a player',
      'Creates an address for the settings of the player. It holds an access token that can only report what is watched. Needs a fresh sign-in.',
    ),
    update: text('updatePlayer', 'Change a player', 'Changes its name, or which of its users are you.'),
    renew: text(
      'renewPlayerAddress',
      'Make a new address',
      'Ends the address of the player and returns another. Needs a fresh sign-in.',
    ),
    remove: text('deletePlayer', 'Remove a player', 'Ends its address at once. What it has recorded stays.'),
    addPerson: text(
      'addPlayerPerson',
      'Ask a person to be part of a player',
      'As an account, what a user of the player watches is recorded for that person. As a companion, shows of which both are in the watch group are proposed to that person. The person has to agree.',
    ),
    answer: text('answerPlayerPart', 'Agree or decline', 'Answers what the owner of a player asks you.'),
    removePerson: text('endPlayerPart', 'End a part in a player', 'By its owner, or by the person.'),
    unrecognised: text(
      'listUnrecognisedTitles',
      'List titles that are not recognised',
      'What waits for its title, latest first, and then the titles that you have picked.',
    ),
    recognise: text(
      'recogniseTitle',
      'Pick the title',
      'Records what waits for it. Later events about it are recorded as the same title.',
    ),
    forget: text(
      'forgetUnrecognisedTitle',
      'Remove a title that is not recognised',
      'Removes what waits for it, or which title you have picked.',
    ),
    watching: text('listWatching', 'Who watches what now', 'What you watch now, and people of your lists who show it.'),
  }),
];

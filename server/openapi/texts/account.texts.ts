import { accountApi, securityApi, settingsApi, tokenApi } from '../../../common/api/account.ts';
import { appApi } from '../../../common/api/app.ts';
import { feedApi } from '../../../common/api/library.ts';
import { operatorApi } from '../../../common/api/operator.ts';
import { describeGroup, type TextEntry, text } from './operationText.ts';

export const accountTexts: TextEntry[] = [
  ...describeGroup('Account', accountApi, {
    currentUser: text('getCurrentUser', 'Get the signed-in user', 'Returns your own account.'),
    register: text(
      'register',
      'Register an account',
      'Creates an account with an email address and a password, and signs it in. The session cookie is in Set-Cookie.',
    ),
    login: text(
      'login',
      'Sign in',
      'Signs in with an email address and a password. The session cookie is in Set-Cookie. If the error code is password_change_required, the password is temporary: send the request again with newPassword. If it is second_factor_required, send its ticket with a code to POST /api/auth/login/code.',
    ),
    loginCode: text(
      'loginWithCode',
      'Finish a sign-in with a code',
      'The second step of a sign-in: a code of the authenticator app, or a recovery code. The session cookie is in Set-Cookie.',
    ),
    forgotPassword: text(
      'forgotPassword',
      'Ask for a new password',
      'Sends a link to the address, if it has an account with a password. The answer is the same if it has none. The link is valid for an hour. The answer is not_found where the server sends no mail.',
    ),
    resetPassword: text(
      'resetPasswordByLink',
      'Choose a new password by a link',
      'Sets a new password with the token of a link from a mail, which can be used once, and ends all sessions.',
    ),
    confirmEmail: text(
      'confirmEmail',
      'Confirm an email address by a link',
      'Confirms the address of an account with the token of a link from a mail.',
    ),
    passkeyOptions: text(
      'getPasskeyOptions',
      'Prepare a sign-in by passkey',
      'Returns the options for navigator.credentials.get. The challenge is valid for ten minutes and for one sign-in.',
    ),
    passkeyLogin: text(
      'loginWithPasskey',
      'Sign in by passkey',
      'Signs in with the answer of navigator.credentials.get. The session cookie is in Set-Cookie.',
    ),
  }),
  ...describeGroup('Account', settingsApi, {
    setNames: text(
      'setNames',
      'Set your names',
      'Changes your first and last name. Null or an empty text removes one.',
    ),
    setUsername: text('setUsername', 'Set your username', 'Changes your username. Each username exists once.'),
    isUsernameAvailable: text(
      'isUsernameAvailable',
      'Check a username',
      'Says whether the username is valid and not used by someone else.',
    ),
    setEmail: text(
      'setEmail',
      'Change your email address',
      'Changes the address that you sign in with, and ends all your other sessions. Each address has one account. Needs a fresh sign-in.',
    ),
    sendEmailLink: text(
      'confirmEmailAddress',
      'Confirm your email address',
      'Sends a link to your address that confirms it. It is valid for a day. The answer is not_found where the server sends no mail.',
    ),
    setPassword: text(
      'setPassword',
      'Change your password',
      'Replaces your password and ends all your other sessions. The current password is required, and a fresh sign-in while two-step sign-in is on.',
    ),
    signInMethods: text(
      'getSignInMethods',
      'List your sign-in methods',
      'Says which sign-in methods your account has.',
    ),
    connect: text(
      'connectSingleSignOn',
      'Connect single sign-on',
      'Starts to connect your account to single sign-on. Open the returned address in a browser. Needs a fresh sign-in while two-step sign-in is on.',
    ),
    disconnect: text(
      'disconnectSingleSignOn',
      'Disconnect single sign-on',
      'Removes single sign-on from your account, unless it is the only way to sign in. Needs a fresh sign-in.',
    ),
    uploadPicture: text(
      'uploadProfilePicture',
      'Upload a profile picture',
      'Replaces your profile picture. Send a JPEG, PNG, WebP or GIF file in the field profileImage.',
    ),
    removePicture: text(
      'removeProfilePicture',
      'Remove your profile picture',
      'Removes your profile picture, if you have one.',
    ),
    exportAccount: text(
      'exportAccount',
      'Export your account',
      'Downloads your account as a file. The format `marquee` is one JSON file with everything: your profile and settings, lists with their titles in order, reviews, diary, votes, people you pinned or blocked, sessions and security log. Other people are in it by name only. There is nothing in it that opens your account. The schema AccountExport describes the file, and /api/export.schema.json is the same as JSON Schema. The other formats have what their services have a place for: `letterboxd` a ZIP of CSV files of at most 1 MB each with films, watchlist and lists, `imdb` a CSV with the ratings of titles whose IMDb id is known, `trakt` a ZIP of JSON files with history, ratings and lists, `csv` a ZIP of tables for a spreadsheet. Cells that start like a formula get an apostrophe.',
    ),
    deletionPlan: text(
      'getDeletionPlan',
      'See what deleting your account would do',
      'Lists your lists that have members, and counts what would be deleted.',
    ),
    deleteAccount: text(
      'deleteOwnAccount',
      'Delete your account',
      'Deletes your account with everything in it. Lists with members get a new owner or are deleted, as you choose. This cannot be undone. Needs a fresh sign-in without a password, and while two-step sign-in is on.',
    ),
    privacy: text('getPrivacy', 'Get your privacy settings', 'Says what others see of you.'),
    setPrivacy: text(
      'setPrivacy',
      'Change your privacy settings',
      'Changes the settings that you send: who sees your email address and your lists, whether you are in the directory, and whether others see which list you have open. An address is never shown to more people than the server allows.',
    ),
  }),
  ...describeGroup('Operator', operatorApi, {
    accounts: text(
      'listAccounts',
      'List accounts',
      'Returns all accounts, those whose name or address contains `q`, or the one of `userId`.',
    ),
    disable: text(
      'disableAccount',
      'Disable an account',
      'Ends its sessions at once. Nobody can sign in to it or find it until it is enabled.',
    ),
    enable: text('enableAccount', 'Enable an account', 'Makes a disabled account usable again.'),
    makeOperator: text('makeOperator', 'Make a user an operator', 'Gives the user the rights of an operator.'),
    removeOperator: text(
      'removeOperator',
      'Take the operator’s role away',
      'Ends the rights of an operator. The last operator keeps them.',
    ),
    allowRequests: text(
      'allowRequests',
      'Let a user request titles',
      'The user may request titles at Seerr. Needs a fresh sign-in.',
    ),
    endRequests: text(
      'endRequests',
      'Let a user request no more titles',
      'What the user has requested stays. Needs a fresh sign-in.',
    ),
    resetPassword: text(
      'resetPassword',
      'Reset a password',
      'Returns a temporary password, removes the account’s passkeys and ends its sessions. The next sign-in asks for a new one.',
    ),
    deleteAccount: text(
      'deleteAccount',
      'Delete an account',
      'Deletes the account with everything in it. Its lists with members are handed over to the member with most rights.',
    ),
    settings: text(
      'getInstanceSettings',
      'Get the settings of the instance',
      'Returns what operators set for everyone.',
    ),
    setSettings: text(
      'setInstanceSettings',
      'Change the settings of the instance',
      'Changes the settings in the body. Needs a fresh sign-in.',
    ),
    setKey: text(
      'setServiceKey',
      'Set the key to TMDB or OMDb',
      'Stores the key encrypted, on all nodes at once, if the service accepts it or does not answer. Needs a fresh sign-in. A key in the environment of the server cannot be changed.',
    ),
    removeKey: text(
      'removeServiceKey',
      'Remove the key to TMDB or OMDb',
      'Without a key to TMDB, titles come from the bundled catalogue. Needs a fresh sign-in.',
    ),
    links: text('listInstanceLinks', 'List invitation links', 'Returns the operators’ valid invitation links.'),
    createLink: text(
      'createInstanceLink',
      'Create an invitation link',
      'Creates a link with which new people can create an account, and join one of your lists as well. Needs a fresh sign-in.',
    ),
    revokeLink: text('revokeInstanceLink', 'End an invitation link', 'Makes the link invalid.'),
    listLinks: text(
      'listListLinks',
      'List the links of lists',
      'Returns the invitation links to lists that members have made, the latest first. The name of a list is there if you may see the list.',
    ),
    endListLink: text(
      'endListLink',
      'End a link of a list',
      'Makes a member’s invitation link invalid. Needs a fresh sign-in.',
    ),
    storage: text(
      'getStorage',
      'Get storage and jobs',
      'Returns what is stored, the nodes, their jobs and the backups.',
    ),
    backUp: text(
      'backUp',
      'Back up now',
      'Copies the embedded database to a new folder beside the earlier backups. Needs a fresh sign-in.',
    ),
    setBackups: text(
      'setBackupSchedule',
      'Set the schedule of backups',
      'Sets how often a backup is made by itself. Needs a fresh sign-in.',
    ),
    health: text('getHealth', 'Check the instance', 'Returns what the operator should put right.'),
    checkData: text(
      'checkData',
      'Check the data',
      'Begins to read all of the embedded database. The result is in the health. Needs a fresh sign-in.',
    ),
    reports: text(
      'listReports',
      'List reports',
      'Returns the reports of people and lists, the latest first. Resolved ones are removed after 90 days.',
    ),
    waitingReports: text(
      'countWaitingReports',
      'Count waiting reports',
      'Returns how many reports nobody has resolved yet.',
    ),
    resolveReport: text('resolveReport', 'Resolve a report', 'Notes that an operator has dealt with the report.'),
  }),
  ...describeGroup('Account', securityApi, {
    confirm: text(
      'confirmSignIn',
      'Confirm that it is you',
      'Makes the sign-in of your session fresh for ten minutes: by your password, with a code while two-step sign-in is on, or by one of your passkeys. Changes of sign-in methods and of the email address need that.',
    ),
    confirmOptions: text(
      'getConfirmationOptions',
      'Prepare to confirm by passkey',
      'Returns the options for navigator.credentials.get with your own passkeys.',
    ),
    confirmSingleSignOn: text(
      'confirmBySingleSignOn',
      'Confirm by single sign-on',
      'Starts a new sign-in at the identity provider, which makes the sign-in of your session fresh. Open the returned address in a browser.',
    ),
    prepareSecondFactor: text(
      'prepareSecondFactor',
      'Prepare a second factor',
      'Returns a new secret for an authenticator app. Nothing changes until you send its first code.',
    ),
    turnOnSecondFactor: text(
      'turnOnSecondFactor',
      'Turn on the second factor',
      'From then on a sign-in by password also needs a code. Ends all your other sessions and returns ten recovery codes, which are shown only now.',
    ),
    turnOffSecondFactor: text(
      'turnOffSecondFactor',
      'Turn off the second factor',
      'From then on a password is enough to sign in. Ends all your other sessions.',
    ),
    renewRecoveryCodes: text(
      'renewRecoveryCodes',
      'Make new recovery codes',
      'Replaces your recovery codes by ten new ones, which are shown only now.',
    ),
    passkeys: text('listPasskeys', 'List your passkeys', 'Returns the passkeys that open your account.'),
    newPasskeyOptions: text(
      'getNewPasskeyOptions',
      'Prepare a passkey',
      'Returns the options for navigator.credentials.create. The challenge is valid for ten minutes and for one passkey.',
    ),
    addPasskey: text('addPasskey', 'Add a passkey', 'Stores the answer of navigator.credentials.create under a name.'),
    renamePasskey: text('renamePasskey', 'Rename a passkey', 'Gives one of your passkeys another name.'),
    removePasskey: text(
      'removePasskey',
      'Remove a passkey',
      'Removes one of your passkeys, unless it is the only way to sign in. Ends all your other sessions.',
    ),
    events: text(
      'listSecurityEvents',
      'Read your security log',
      'Returns what happened to the safety of your account in the last year, the newest first: sign-ins, failed attempts, changes of sign-in methods.',
    ),
    sessions: text('listSessions', 'List your sessions', 'Returns the places where you are signed in.'),
    endSession: text(
      'endSession',
      'End one of your sessions',
      'Signs you out in another place. Its open tabs are disconnected at once.',
    ),
    endOtherSessions: text(
      'endOtherSessions',
      'End your other sessions',
      'Signs you out everywhere except in the session of this request.',
    ),
  }),
  ...describeGroup('Access tokens', tokenApi, {
    list: text('listTokens', 'List your access tokens', 'Returns your tokens without their secrets, the newest first.'),
    create: text(
      'createToken',
      'Create an access token',
      'Creates a token with which a program acts for you, and returns its secret, which is not shown again. Needs a fresh sign-in. `list:` and the id of a list narrow the token to that list.',
    ),
    revoke: text('revokeToken', 'Revoke an access token', 'Ends a token: the next request with it is refused.'),
  }),
  ...describeGroup('Calendars and feeds', feedApi, {
    list: text('listFeeds', 'List your secret addresses', 'Returns them without their secrets, the newest first.'),
    create: text(
      'createFeed',
      'Make a secret address',
      'Makes an address at which other programs read your calendar (`.ics`) or what is added to your lists (`.rss`) without signing in. It is not shown again. Needs a fresh sign-in.',
    ),
    revoke: text('revokeFeed', 'Revoke a secret address', 'Ends an address: the next request is answered with 404.'),
  }),
  ...describeGroup('Server', appApi, {
    config: text('getConfig', 'Get the server settings', 'Returns what a client has to know about this server.'),
  }),
];

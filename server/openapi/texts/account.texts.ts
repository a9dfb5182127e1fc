import { accountApi, settingsApi } from '../../../common/api/account.ts';
import { appApi } from '../../../common/api/app.ts';
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
      'Signs in with an email address and a password. The session cookie is in Set-Cookie. If the error code is password_change_required, the password is temporary: send the request again with newPassword.',
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
    setPassword: text(
      'setPassword',
      'Change your password',
      'Replaces your password and ends all your other sessions. The current password is required.',
    ),
    signInMethods: text(
      'getSignInMethods',
      'List your sign-in methods',
      'Says which sign-in methods your account has.',
    ),
    connect: text(
      'connectSingleSignOn',
      'Connect single sign-on',
      'Starts to connect your account to single sign-on. Open the returned address in a browser.',
    ),
    disconnect: text(
      'disconnectSingleSignOn',
      'Disconnect single sign-on',
      'Removes single sign-on from your account. This needs a password, because it would be the only way left to sign in.',
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
  }),
  ...describeGroup('Server', appApi, {
    config: text('getConfig', 'Get the server settings', 'Returns what a client has to know about this server.'),
  }),
];

import { channelApi, listNoticeApi, noticeApi } from '../../../common/api/notices.ts';
import { families, familyKeys } from '../../../common/families.ts';
import { describeGroup, type TextEntry, text } from './operationText.ts';

const TAG = 'Notifications';

export const noticesTexts: TextEntry[] = [
  ...describeGroup(TAG, noticeApi, {
    list: text(
      'listNotifications',
      'List your notifications',
      'Returns the newest ones of the last 30 days. Similar events are one notification. Those of lists that you can no longer see are left out.',
    ),
    markRead: text(
      'markNotificationsAsRead',
      'Mark notifications as read',
      'Marks a notification and all older ones as read. They are not sent to your devices any more.',
    ),
    settings: text(
      'getNotificationSettings',
      'Get your notification settings',
      'Returns which topics are sent to your devices, your quiet hours, and whether what is sent names titles.',
    ),
    setSettings: text(
      'setNotificationSettings',
      'Change your notification settings',
      'Changes the settings that the body names.',
    ),
  }),
  ...familyKeys.flatMap((key) => {
    const { noun, Noun } = families[key];
    return describeGroup(TAG, listNoticeApi[key], {
      level: text(
        `getNotificationsOf${Noun}`,
        `Get which notifications you get of a ${noun}`,
        'It is all until you choose otherwise.',
      ),
      setLevel: text(
        `setNotificationsOf${Noun}`,
        `Choose which notifications you get of a ${noun}`,
        'All of them, only what concerns you (your rights, votes, and comments on titles that you added), or nothing.',
      ),
    });
  }),
  ...describeGroup(TAG, channelApi, {
    list: text(
      'listChannels',
      'List where your notifications are sent to',
      'Returns your devices and channels without their secret addresses, and the public key with which a browser subscribes.',
    ),
    create: text(
      'addChannel',
      'Send notifications to a device or channel',
      'Adds a browser that accepts push messages, a topic of ntfy, a webhook of Discord, any other webhook, or mail to your confirmed address. Adding the same one again renews it. The address must be public, unless the operator allows others.',
    ),
    remove: text('removeChannel', 'Stop sending to a device or channel', 'Removes one of your channels.'),
    test: text(
      'testChannel',
      'Send a test message',
      'Sends a message to one of your channels, and returns why that failed, if it did.',
    ),
  }),
];

import { useInfiniteQuery } from '@tanstack/react-query';
import type { SecurityEvent, SecurityEventType } from '../../../../common/schemas/operator/securityEvent.ts';
import { MorePages } from '../../../components/feedback/MorePages.tsx';
import { momentText } from '../../../lib/dates.ts';
import classes from './Security.module.css';
import { ShownListRow } from './ShownListRow.tsx';
import { eventsQuery } from './security.queries.ts';

/** The events that matter for the account's security. */
export function ActivityRow() {
  const query = useInfiniteQuery({ ...eventsQuery, enabled: false });
  const events = query.data;

  return (
    <ShownListRow
      label="Activity"
      hint="Sign-ins and changes to your account in the last year"
      load={() => query.refetch({ throwOnError: true })}
      failure="Couldn’t load the activity"
    >
      {events && (
        <>
          <ul className={classes.list} aria-label="Activity">
            {events.map((event) => (
              <li key={event.id} className={classes.entry} data-warning={isWarning(event) || undefined}>
                <p className={classes.title}>{eventText(event)}</p>
                <p className={classes.facts}>
                  {[momentText(event.createdAt), event.device, event.address].filter(Boolean).join(' · ')}
                </p>
              </li>
            ))}
          </ul>
          <MorePages query={query} label="Show older" className={classes.more} />
        </>
      )}
    </ShownListRow>
  );
}

const words: Record<SecurityEventType, string> = {
  'account-created': 'Account created',
  'account-deleted': 'Account deleted',
  'account-disabled': 'Account disabled',
  'account-enabled': 'Account enabled again',
  'backup-made': 'Backup made',
  'data-exported': 'Data exported',
  'email-changed': 'Email address changed',
  'feed-created': 'Secret address made',
  'feed-revoked': 'Secret address revoked',
  'fresh-sign-in': 'Confirmed that it is you',
  'handed-over': 'Account handed over to single sign-on',
  'instance-changed': 'Settings of this site changed',
  'invitation-created': 'Invitation to this site created',
  'invitation-revoked': 'Invitation to this site taken back',
  'list-link-ended': 'Invitation link ended',
  'operator-added': 'You can run this site now',
  'operator-removed': 'You can no longer run this site',
  'other-sessions-ended': 'Signed out everywhere else',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'email-confirmed': 'Email address confirmed',
  'password-reset-by-mail': 'Password changed by a link in a mail',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset',
  'player-added': 'Player added',
  'player-address-renewed': 'New address for a player',
  'player-removed': 'Player removed',
  'public-link-created': 'Public link made',
  'public-link-ended': 'Public link ended',
  'public-links-turned-off': 'Public links turned off',
  'recovery-code-used': 'Recovery code used',
  'recovery-codes-renewed': 'New recovery codes made',
  'report-resolved': 'Report resolved',
  'rights-changed': 'Rights changed',
  'second-factor-off': 'Two-step sign-in turned off',
  'second-factor-on': 'Two-step sign-in turned on',
  'session-ended': 'Signed out on another device',
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-in-locked': 'Sign-in paused after too many failed tries',
  'sign-in-new-device': 'Signed in on a new device',
  'sign-out': 'Signed out',
  'single-sign-on-connected': 'Single sign-on connected',
  'token-created': 'Access token made',
  'token-revoked': 'Access token revoked',
  'webhook-created': 'Webhook made',
  'webhook-deleted': 'Webhook deleted',
  'webhook-secret-renewed': 'New secret for a webhook',
  'single-sign-on-disconnected': 'Single sign-on disconnected',
};

/** What happened, in a line. */
function eventText({ type, detail, isByOther }: SecurityEvent): string {
  const what = detail ? `${words[type]}: ${detail}` : words[type];
  return isByOther ? `${what}, by the person who runs this site` : what;
}

/** True for events that the owner should check. */
function isWarning({ type }: SecurityEvent): boolean {
  return type === 'sign-in-failed' || type === 'sign-in-locked' || type === 'sign-in-new-device';
}

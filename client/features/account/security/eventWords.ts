import type { SecurityEvent, SecurityEventType } from '../../../../common/schemas/operator/securityEvent.ts';

const words: Record<SecurityEventType, string> = {
  'account-created': 'Account created',
  'account-deleted': 'Account deleted',
  'account-disabled': 'Account disabled',
  'account-enabled': 'Account enabled again',
  'backup-made': 'Backup made',
  'data-exported': 'Data exported',
  'email-changed': 'Email address changed',
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
  'password-changed': 'Password changed',
  'password-reset': 'Password reset',
  'recovery-code-used': 'Recovery code used',
  'recovery-codes-renewed': 'New recovery codes made',
  'report-resolved': 'Report resolved',
  'rights-changed': 'Rights changed',
  'second-factor-off': 'Two-step sign-in turned off',
  'second-factor-on': 'Two-step sign-in turned on',
  'session-ended': 'Signed out on another device',
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-in-locked': 'Too many failed sign-ins, so further ones had to wait',
  'sign-in-new-device': 'Signed in on a new device',
  'sign-out': 'Signed out',
  'single-sign-on-connected': 'Single sign-on connected',
  'single-sign-on-disconnected': 'Single sign-on disconnected',
};

/** What happened, in a line. */
export function eventText({ type, detail, isByOther }: SecurityEvent): string {
  const what = detail ? `${words[type]}: ${detail}` : words[type];
  return isByOther ? `${what}, by the person who runs this site` : what;
}

/** True for what the owner should look at twice. */
export function isWarning({ type }: SecurityEvent): boolean {
  return type === 'sign-in-failed' || type === 'sign-in-locked' || type === 'sign-in-new-device';
}

import { Button } from '@mantine/core';
import {
  IconArrowLeft,
  IconBook2,
  IconDeviceTv,
  IconFileImport,
  IconLogout,
  IconPlayerTrackNext,
  IconTool,
  type TablerIcon,
} from '@tabler/icons-react';
import { LinkButton } from '../../components/controls/LinkButton.tsx';
import { DeleteAccountRow } from '../../features/account/deletion/DeleteAccountRow.tsx';
import { ExportRow } from '../../features/account/export/ExportRow.tsx';
import { logOut } from '../../features/account/logOut.ts';
import { SecurityCard } from '../../features/account/security/SecurityCard.tsx';
import { AppearanceRow } from '../../features/account/settings/AppearanceRow.tsx';
import { Guidelines } from '../../features/account/settings/Guidelines.tsx';
import { InstallRow } from '../../features/account/settings/InstallRow.tsx';
import { KeepListsRow } from '../../features/account/settings/KeepListsRow.tsx';
import { NamesRow } from '../../features/account/settings/NamesRow.tsx';
import { PictureRow } from '../../features/account/settings/picture/PictureRow.tsx';
import { PrivacyCard } from '../../features/account/settings/privacy/PrivacyCard.tsx';
import { SettingsRow, SettingsValue } from '../../features/account/settings/SettingsRow.tsx';
import { SignInMethodRows } from '../../features/account/settings/SignInMethodRows.tsx';
import { SpoilersRow } from '../../features/account/settings/SpoilersRow.tsx';
import { UsernameRow } from '../../features/account/settings/UsernameRow.tsx';
import { WebhooksRow } from '../../features/account/webhooks/WebhooksRow.tsx';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { NotificationsCard } from '../../features/notices/NotificationsCard.tsx';
import { ModelRow } from '../../features/recommendations/ModelRow.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import classes from './AccountScreen.module.css';

/** The user's account settings. */
export function AccountScreen() {
  const viewer = useUsers((state) => state.viewer);
  usePageTitle('Account Settings');

  return (
    <div className={classes.screen}>
      <ScreenHead
        title="Account Settings"
        actions={
          <LinkButton to="/" icon={IconArrowLeft}>
            Back to Home
          </LinkButton>
        }
      />
      <div className={classes.columns}>
        <div className={classes.settings}>
          <div className={classes.card}>
            <PictureRow />
            <SettingsRow label="Email">
              <SettingsValue>{viewer?.email}</SettingsValue>
            </SettingsRow>
            <NamesRow />
            <UsernameRow />
            <SignInMethodRows />
            <AppearanceRow />
            <SpoilersRow />
            <ModelRow />
          </div>
          <SecurityCard />
          <NotificationsCard />
          <PrivacyCard />
          <MoreCard isOperator={viewer?.isOperator === true} />
        </div>
        <Guidelines />
      </div>
    </div>
  );
}

/** What leads away from this screen. */
function MoreCard({ isOperator }: { isOperator: boolean }) {
  return (
    <div className={classes.card}>
      <PlaceRow label="Up next" hint="The next episodes of your shows" to="/up-next" icon={IconPlayerTrackNext}>
        Open Up next
      </PlaceRow>
      <PlaceRow label="Diary" hint="What you have seen, when and with whom" to="/diary" icon={IconBook2}>
        Open diary
      </PlaceRow>
      {isOperator && (
        <PlaceRow label="Operator" hint="People, invitations, backups and health" to="/admin" icon={IconTool}>
          Run this site
        </PlaceRow>
      )}
      <SettingsRow
        label="This device"
        action={
          <Button
            component="a"
            href="/api/logout"
            onClick={logOut}
            variant="default"
            className={classes.signOut}
            leftSection={<IconLogout />}
          >
            Log out
          </Button>
        }
      >
        <SettingsValue isMissing>You stay signed in here until you log out</SettingsValue>
      </SettingsRow>
      <WebhooksRow />
      <KeepListsRow />
      <InstallRow />
      <PlaceRow
        label="Import"
        hint="Bring your history from Letterboxd, IMDb, Trakt, a spreadsheet and others"
        to="/import"
        icon={IconFileImport}
      >
        Import files
      </PlaceRow>
      <PlaceRow
        label="Players"
        hint="Jellyfin, Plex, Emby and others tick what you watch"
        to="/players"
        icon={IconDeviceTv}
      >
        Open players
      </PlaceRow>
      <ExportRow />
      <DeleteAccountRow />
    </div>
  );
}

interface PlaceRowProps {
  label: string;
  hint: string;
  to: string;
  icon: TablerIcon;
  /** The text of the link. */
  children: string;
}

/** A row with a link to another screen. */
function PlaceRow({ label, hint, to, icon: Icon, children }: PlaceRowProps) {
  return (
    <SettingsRow
      label={label}
      action={
        <LinkButton to={to} icon={Icon}>
          {children}
        </LinkButton>
      }
    >
      <SettingsValue isMissing>{hint}</SettingsValue>
    </SettingsRow>
  );
}

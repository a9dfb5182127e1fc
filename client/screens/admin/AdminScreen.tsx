import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { ScreenTabs } from '../../components/controls/ScreenTabs.tsx';
import { ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { HealthTab } from '../../features/operator/HealthTab.tsx';
import { InvitationsTab } from '../../features/operator/InvitationsTab.tsx';
import { waitingReportsQuery } from '../../features/operator/operator.queries.ts';
import { PeopleTab } from '../../features/operator/PeopleTab.tsx';
import { ReportsTab } from '../../features/operator/ReportsTab.tsx';
import { SettingsTab } from '../../features/operator/SettingsTab.tsx';
import { StorageTab } from '../../features/operator/StorageTab.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { NotFoundScreen } from '../NotFoundScreen.tsx';
import classes from './AdminScreen.module.css';

const tabs = [
  { value: 'health', label: 'Health', Tab: HealthTab },
  { value: 'people', label: 'People', Tab: PeopleTab },
  { value: 'invitations', label: 'Invitations', Tab: InvitationsTab },
  { value: 'reports', label: 'Reports', Tab: ReportsTab },
  { value: 'settings', label: 'Settings', Tab: SettingsTab },
  { value: 'storage', label: 'Storage', Tab: StorageTab },
] as const;

const PANEL = 'admin-panel';

/** How operators run the instance. For others there is no such screen. */
export function AdminScreen() {
  const isOperator = useUsers((state) => state.viewer?.isOperator);
  return isOperator ? <Admin /> : <NotFoundScreen />;
}

function Admin() {
  const [params, setParams] = useSearchParams();
  const { value, label, Tab } = tabs.find((tab) => tab.value === params.get('tab')) ?? tabs[0];
  const shown = useTabs();
  usePageTitle('Run this site');
  return (
    <div className={classes.screen}>
      <ScreenHead title="Run this site" />
      <div className={classes.tabs}>
        <ScreenTabs
          tabs={shown}
          value={value}
          onChange={(tab) => setParams({ tab }, { replace: true })}
          label="Parts of this screen"
          panelId={PANEL}
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={label}>
        <Tab />
      </div>
    </div>
  );
}

/** The tabs, with the number of waiting reports. */
function useTabs() {
  // Without the number the tab is as usable.
  const waiting = useQuery(waitingReportsQuery).data?.count;
  return tabs.map(({ value, label }) => ({
    value,
    label: value === 'reports' && waiting ? `${label} (${waiting})` : label,
  }));
}

import type { StoreApi } from 'zustand';
import type { InstanceSettings, InstanceSettingsBody, KeyService } from '../../../common/schemas/instance/instance.ts';
import type {
  Account,
  BackupSchedule,
  Health,
  HealthFinding,
  Storage,
} from '../../../common/schemas/instance/operator.ts';
import type { CreateInstanceLinkBody, InstanceLink, ListLink } from '../../../common/schemas/invitationLink.ts';
import { createStore } from '../../lib/createStore.ts';
import { withFreshSignIn } from '../account/security/fresh/freshSignIn.store.ts';
import {
  type AccountAction,
  type AccountFilter,
  fetchAccounts,
  fetchHealth,
  fetchLinks,
  fetchListLinks,
  fetchSettings,
  fetchStorage,
  sendAccountAction,
  sendBackup,
  sendDataCheck,
  sendKey,
  sendKeyRemoval,
  sendLink,
  sendLinkEnd,
  sendListLinkEnd,
  sendReset,
  sendSchedule,
  sendSettings,
} from './operator.api.ts';

/** What a finding's button does by itself. The others open a tab. */
export type RepairAction = Extract<NonNullable<HealthFinding['action']>, 'back_up' | 'invite_only'>;

interface OperatorState {
  /** The accounts that match `filter`, as far as they have been loaded. */
  accounts: Account[] | undefined;
  filter: AccountFilter;
  /** Where the next page of accounts begins. */
  next: string | undefined;
  settings: InstanceSettings | undefined;
  links: InstanceLink[] | undefined;
  /** The links of lists, the latest first, as far as they have been loaded. */
  listLinks: ListLink[] | undefined;
  /** Where the next page of them begins. */
  nextListLinks: string | undefined;
  storage: Storage | undefined;
  health: Health | undefined;
  loadAccounts: (filter: AccountFilter) => Promise<void>;
  loadMoreAccounts: () => Promise<void>;
  changeAccount: (action: AccountAction, id: string) => Promise<void>;
  /** Resolves with the temporary password. */
  resetPassword: (id: string) => Promise<string>;
  loadSettings: () => Promise<void>;
  changeSettings: (body: InstanceSettingsBody) => Promise<void>;
  /** Both may ask the user to confirm who they are. Resolves with whether the service has accepted the key. */
  setKey: (service: KeyService, key: string) => Promise<boolean>;
  removeKey: (service: KeyService) => Promise<void>;
  loadLinks: () => Promise<void>;
  createLink: (body: CreateInstanceLinkBody) => Promise<InstanceLink>;
  endLink: (id: string) => Promise<void>;
  loadListLinks: () => Promise<void>;
  loadMoreListLinks: () => Promise<void>;
  /** May ask the user to confirm who they are. */
  endListLink: (id: string) => Promise<void>;
  loadStorage: () => Promise<void>;
  backUp: () => Promise<void>;
  changeSchedule: (schedule: BackupSchedule) => Promise<void>;
  loadHealth: () => Promise<void>;
  /** Begins a check of all data. The health tells how it goes. */
  checkData: () => Promise<void>;
  /** Does what a finding's button says. */
  repair: (action: RepairAction) => Promise<void>;
}

/** What operators see at /admin. Nothing of it is live: it is read when a tab opens, and after each change. */
export const useOperator = createStore<OperatorState>((set, get) => ({
  accounts: undefined,
  filter: { q: '' },
  next: undefined,
  settings: undefined,
  links: undefined,
  listLinks: undefined,
  nextListLinks: undefined,
  storage: undefined,
  health: undefined,
  ...createAccounts(set, get),
  ...createSettings(set),
  ...createLinks(set),
  ...createListLinks(set, get),

  loadStorage: async () => set({ storage: await fetchStorage() }),

  async backUp() {
    await withFreshSignIn(sendBackup);
    await get().loadStorage();
  },

  async changeSchedule(schedule) {
    await withFreshSignIn(() => sendSchedule(schedule));
    await get().loadStorage();
  },

  loadHealth: async () => set({ health: await fetchHealth() }),

  async checkData() {
    await withFreshSignIn(sendDataCheck);
    await get().loadHealth();
  },

  async repair(action) {
    if (action === 'back_up') await withFreshSignIn(sendBackup);
    else await get().changeSettings({ registration: 'invite' });
    await get().loadHealth();
  },
}));

type SetOperator = StoreApi<OperatorState>['setState'];
type GetOperator = StoreApi<OperatorState>['getState'];
type AccountPart = Pick<OperatorState, 'loadAccounts' | 'loadMoreAccounts' | 'changeAccount' | 'resetPassword'>;
type SettingsPart = Pick<OperatorState, 'loadSettings' | 'changeSettings' | 'setKey' | 'removeKey'>;
type LinkPart = Pick<OperatorState, 'loadLinks' | 'createLink' | 'endLink'>;
type ListLinkPart = Pick<OperatorState, 'loadListLinks' | 'loadMoreListLinks' | 'endListLink'>;

function createAccounts(set: SetOperator, get: GetOperator): AccountPart {
  return {
    async loadAccounts(filter) {
      const isOther = filter.userId !== get().filter.userId;
      set({ filter, ...(isOther && { accounts: undefined }) });
      const page = await fetchAccounts(filter);
      if (get().filter === filter) set(page);
    },

    async loadMoreAccounts() {
      const { filter, next, accounts = [] } = get();
      const page = await fetchAccounts(filter, next);
      if (get().filter === filter) set({ ...page, accounts: [...accounts, ...page.accounts] });
    },

    async changeAccount(action, id) {
      await withFreshSignIn(() => sendAccountAction(action, id));
      set(({ accounts }) => ({ accounts: accounts?.flatMap((one) => (one.id === id ? after(action, one) : [one])) }));
    },

    resetPassword: (id) => withFreshSignIn(() => sendReset(id)),
  };
}

function createSettings(set: SetOperator): SettingsPart {
  return {
    loadSettings: async () => set({ settings: await fetchSettings() }),
    changeSettings: async (body) => set({ settings: await withFreshSignIn(() => sendSettings(body)) }),

    async setKey(service, key) {
      const { isChecked } = await withFreshSignIn(() => sendKey(service, key));
      set(({ settings }) => ({ settings: settings && { ...settings, [keyField[service]]: 'settings' } }));
      return isChecked;
    },

    async removeKey(service) {
      await withFreshSignIn(() => sendKeyRemoval(service));
      set(({ settings }) => ({ settings: settings && { ...settings, [keyField[service]]: 'none' } }));
    },
  };
}

function createLinks(set: SetOperator): LinkPart {
  return {
    loadLinks: async () => set({ links: await fetchLinks() }),

    async createLink(body) {
      const link = await withFreshSignIn(() => sendLink(body));
      set(({ links = [] }) => ({ links: [...links, link] }));
      return link;
    },

    async endLink(id) {
      await sendLinkEnd(id);
      set(({ links }) => ({ links: links?.filter((link) => link.id !== id) }));
    },
  };
}

function createListLinks(set: SetOperator, get: GetOperator): ListLinkPart {
  return {
    loadListLinks: async () => set(await fetchListLinks()),

    async loadMoreListLinks() {
      const page = await fetchListLinks(get().nextListLinks);
      set(({ listLinks = [] }) => ({ ...page, listLinks: [...listLinks, ...page.listLinks] }));
    },

    async endListLink(id) {
      await withFreshSignIn(() => sendListLinkEnd(id));
      set(({ listLinks }) => ({ listLinks: listLinks?.filter((link) => link.id !== id) }));
    },
  };
}

const keyField = { tmdb: 'tmdbKey', omdb: 'omdbKey' } as const;

function after(action: AccountAction, account: Account): Account[] {
  switch (action) {
    case 'deleteAccount':
      return [];
    case 'disable':
      return [{ ...account, isDisabled: true, isOperator: false }];
    case 'enable':
      return [{ ...account, isDisabled: false }];
    case 'makeOperator':
    case 'removeOperator':
      return [{ ...account, isOperator: action === 'makeOperator' }];
  }
}

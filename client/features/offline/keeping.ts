// biome-ignore lint/style/noRestrictedImports: a choice of this device, which signing out keeps.
import { create } from 'zustand';
import { OPEN_SIGN_OUT } from '../../lib/http/signOut.ts';

/** Whether this device keeps what the viewer has, and whose data it has. Read before anything else is loaded. */

const CHOICE = 'marquee.keepsLists';
const OWNER = 'marquee.keptFor';
const AT = 'marquee.keptAt';
const PUSH_CHANNEL = 'marquee.pushChannel';

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Returns whether it was stored: some browsers forbid it in private windows. */
function write(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

const useChoice = create<{ keeps: boolean }>(() => ({
  keeps: typeof indexedDB !== 'undefined' && read(CHOICE) !== 'no',
}));

/** 'Keep my lists on this device', which is on until the person turns it off. */
export const keepsLists = (): boolean => useChoice.getState().keeps;

export const useKeepsLists = (): boolean => useChoice(({ keeps }) => keeps);

export function chooseKeeping(keeps: boolean): void {
  write(CHOICE, keeps ? null : 'no');
  useChoice.setState({ keeps });
}

/** The id of the user whose data this device has. */
export const keptFor = (): string | null => read(OWNER);

export const setKeptFor = (userId: string): boolean => write(OWNER, userId);

/** Which channel for notifications is this browser's: the server does not tell a browser's address. */
export const pushChannel = (): string | null => read(PUSH_CHANNEL);

/** Without storage the browser can be turned on again, which replaces its subscription. */
export const setPushChannel = (id: string | null): boolean => write(PUSH_CHANNEL, id);

/** What is kept of the device. The channel is deleted when its person leaves, and not when lists are no longer kept. */
const ofDevice = [CHOICE, OPEN_SIGN_OUT, PUSH_CHANNEL, 'mantine-color-scheme-value'];

/** Deletes whose data this device has, with the small things that screens remember, such as the last visit of a list. */
export function forgetOwner(): void {
  try {
    for (const name of Object.keys(localStorage)) if (!ofDevice.includes(name)) localStorage.removeItem(name);
  } catch {
    // Storage is forbidden, so there is nothing in it.
  }
}

/** When this device last had the state of the server. */
export function keptAt(): Date | null {
  const at = Number(read(AT));
  return at > 0 ? new Date(at) : null;
}

export const setKeptAt = (at: Date): boolean => write(AT, String(at.getTime()));

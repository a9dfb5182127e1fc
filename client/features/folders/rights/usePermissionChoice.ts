import { useState } from 'react';
import {
  allFlags,
  capFlags,
  DEFAULT_PRESET,
  type FlagName,
  type Flags,
  flagNames,
  presets,
  switchFlag,
} from '../../../../common/permissions.ts';

interface PermissionChoice {
  flags: Flags;
  /** Index of the chosen preset; null means 'Custom'. */
  preset: number | null;
}

/** The preset `index`, limited to `held`. If flags are missing, it is 'Custom'. */
function choosePreset(index: number, held: Flags): PermissionChoice {
  const wanted = presets[index]?.flags ?? allFlags;
  const flags = capFlags(wanted, held);
  return { flags, preset: isSame(flags, wanted) ? index : null };
}

/** The flags of a share, with the preset that they match. */
export function choiceOf(flags: Flags): PermissionChoice {
  const index = presets.findIndex((preset) => isSame(preset.flags, flags));
  return { flags, preset: index < 0 ? null : index };
}

function isSame(a: Flags, b: Flags): boolean {
  return flagNames.every((flag) => a[flag] === b[flag]);
}

/** The state of the presets and switches. `held` limits the flags that can be granted. */
export function usePermissionChoice(held: Flags, initial: PermissionChoice = choosePreset(DEFAULT_PRESET, held)) {
  const [choice, setChoice] = useState(initial);
  // A flag that the granter loses is turned off immediately.
  const flags = capFlags(choice.flags, held);
  return {
    held,
    flags,
    preset: isSame(flags, choice.flags) ? choice.preset : null,
    pickPreset: (index: number) => setChoice(choosePreset(index, held)),
    switchOne: (flag: FlagName, isOn: boolean) => setChoice({ flags: switchFlag(flags, flag, isOn), preset: null }),
    reset: () => setChoice(choosePreset(DEFAULT_PRESET, held)),
  };
}

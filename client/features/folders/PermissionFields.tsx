import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import type { Family } from '../../../common/families.ts';
import { type FlagName, type Flags, flagLabels, flagNames, presets } from '../../../common/permissions.ts';
import classes from './PermissionFields.module.css';
import { worded } from './wording.ts';

interface LevelPickerProps {
  family: Family;
  /** Index of the preset; null is 'Custom'. */
  preset: number | null;
  isDisabled?: boolean;
  onPick: (index: number) => void;
}

/** The two levels as cards; what fits neither is 'Custom'. */
export function LevelPicker({ family, preset, isDisabled, onPick }: LevelPickerProps) {
  const name = useId();
  return (
    <fieldset className={classes.levels} disabled={isDisabled}>
      <legend className={classes.legend}>
        Permission level
        {preset === null && <span className={classes.custom}>Custom</span>}
      </legend>
      {presets.map(({ label, description }, index) => (
        <label key={label} className={classes.level} data-checked={preset === index || undefined}>
          <input
            type="radio"
            className={classes.radio}
            name={name}
            checked={preset === index}
            onChange={() => onPick(index)}
          />
          <span className={classes.mark}>{preset === index && <IconCheck size={14} stroke={2.5} />}</span>
          <span className={classes.levelText}>
            <span className={classes.levelName}>{label}</span>
            <span className={classes.levelHint}>{worded(family, description)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface FlagSwitchesProps {
  family: Family;
  flags: Flags;
  /** What the person who grants holds; the rest is off and stays off. */
  held: Flags;
  onSwitch: (flag: FlagName, isOn: boolean) => void;
}

/** Six switches; viewing is part of every share. */
export function FlagSwitches({ family, flags, held, onSwitch }: FlagSwitchesProps) {
  return (
    <fieldset className={classes.switches}>
      <legend className={classes.legend}>Permissions</legend>
      {flagNames.map((flag) => {
        const isFixed = flag === 'canView' || !held[flag];
        return (
          <label key={flag} className={classes.switch} data-fixed={isFixed || undefined}>
            <span>
              {worded(family, flagLabels[flag])}
              {flag === 'canView' && <span className={classes.note}>Required</span>}
              {!held[flag] && <span className={classes.note}>You don't hold this yourself</span>}
            </span>
            <input
              type="checkbox"
              role="switch"
              aria-checked={flags[flag]}
              className={classes.toggle}
              checked={flags[flag]}
              disabled={isFixed}
              onChange={(event) => onSwitch(flag, event.currentTarget.checked)}
            />
          </label>
        );
      })}
    </fieldset>
  );
}

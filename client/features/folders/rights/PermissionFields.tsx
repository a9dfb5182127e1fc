import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import type { Family } from '../../../../common/families.ts';
import { type FlagName, type Flags, flagNames, flagTexts, presets } from '../../../../common/permissions.ts';
import { Switch } from '../../../components/controls/Switch.tsx';
import classes from './PermissionFields.module.css';
import type { usePermissionChoice } from './usePermissionChoice.ts';

interface PermissionFieldsProps {
  family: Family;
  choice: ReturnType<typeof usePermissionChoice>;
  /** While it is true, no level can be picked. */
  isBusy?: boolean;
}

/** The levels and the six switches of a choice. */
export function PermissionFields({ family, choice, isBusy = false }: PermissionFieldsProps) {
  return (
    <>
      <LevelPicker family={family} preset={choice.preset} isDisabled={isBusy} onPick={choice.pickPreset} />
      <FlagSwitches family={family} flags={choice.flags} held={choice.held} onSwitch={choice.switchOne} />
    </>
  );
}

interface LevelPickerProps {
  family: Family;
  /** Index of the preset; null is 'Custom'. */
  preset: number | null;
  isDisabled: boolean;
  onPick: (index: number) => void;
}

/** The two levels as cards. Any other combination is 'Custom'. */
function LevelPicker({ family, preset, isDisabled, onPick }: LevelPickerProps) {
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
            <span className={classes.levelHint}>{description(family)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface FlagSwitchesProps {
  family: Family;
  flags: Flags;
  /** The granter's own flags. The others are off and disabled. */
  held: Flags;
  onSwitch: (flag: FlagName, isOn: boolean) => void;
}

/** The six flags as switches. Viewing is always on. */
function FlagSwitches({ family, flags, held, onSwitch }: FlagSwitchesProps) {
  return (
    <fieldset className={classes.switches}>
      <legend className={classes.legend}>Permissions</legend>
      {flagNames.map((flag) => {
        const isFixed = flag === 'canView' || !held[flag];
        return (
          <Switch
            key={flag}
            classNames={{ root: classes.switch, body: classes.switchBody }}
            labelPosition="left"
            label={
              <>
                {flagTexts[flag].label(family)}
                {flag === 'canView' && <span className={classes.note}>Required</span>}
                {!held[flag] && <span className={classes.note}>You don't have this permission yourself</span>}
              </>
            }
            checked={flags[flag]}
            disabled={isFixed}
            onChange={(event) => onSwitch(flag, event.currentTarget.checked)}
          />
        );
      })}
    </fieldset>
  );
}

import { Button } from '@mantine/core';
import type { Family } from '../../../../common/families.ts';
import { allFlags, type Flags, flagNames } from '../../../../common/permissions.ts';
import type { ReplicaShare } from '../../../../common/replica/replica.parts.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { toast } from '../../../components/toast/toast.ts';
import { FlagSwitches, LevelPicker } from '../rights/PermissionFields.tsx';
import { choiceOf, usePermissionChoice } from '../rights/usePermissionChoice.ts';
import { useFolders } from '../state/folder.store.ts';
import classes from './PermissionsPanel.module.css';

interface ShareEditorProps {
  share: ReplicaShare;
  folderId: string;
  family: Family;
  onDone: () => void;
  onRemove: () => void;
}

/** The permissions of one member. The level and the switches wait for Save. */
export function ShareEditor({ share, folderId, family, onDone, onRemove }: ShareEditorProps) {
  const choice = usePermissionChoice(allFlags, choiceOf(flagsOf(share)));
  const { isBusy, finish } = useBusy();
  const isChanged = flagNames.some((flag) => choice.flags[flag] !== share[flag]);

  const save = () =>
    finish(async () => {
      await useFolders.getState().setPermissions(folderId, share.id, choice.flags, family.key);
      toast({ title: 'Permissions updated', description: 'User permissions have been successfully updated.' });
      onDone();
    }, 'Failed to update permissions');

  return (
    <div className={classes.editor}>
      <LevelPicker family={family} preset={choice.preset} isDisabled={isBusy} onPick={choice.pickPreset} />
      <FlagSwitches family={family} flags={choice.flags} held={allFlags} onSwitch={choice.switchOne} />
      <div className={classes.buttons}>
        <Button variant="subtle" className={classes.revoke} disabled={isBusy} onClick={onRemove}>
          Remove access
        </Button>
        <Button disabled={!isChanged} loading={isBusy} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  );
}

function flagsOf(share: ReplicaShare): Flags {
  return Object.fromEntries(flagNames.map((flag) => [flag, share[flag]])) as Flags;
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Family } from '../../../../common/families.ts';
import { allFlags, type Flags, flagNames, presets } from '../../../../common/permissions.ts';
import type { ReplicaShare } from '../../../../common/replica/replica.ts';
import { toast, toastError } from '../../../components/feedback/toast.ts';
import { useFolders } from '../state/folder.store.ts';
import { FlagSwitches, LevelPicker } from './PermissionFields.tsx';
import classes from './PermissionsPanel.module.css';
import { choiceOf, usePermissionChoice } from './usePermissionChoice.ts';

interface ShareEditorProps {
  share: ReplicaShare;
  folderId: string;
  family: Family;
  onDone: () => void;
  onRevoke: () => void;
}

/** The permissions of one member. Choosing a level saves it; single switches are saved with the button. */
export function ShareEditor({ share, folderId, family, onDone, onRevoke }: ShareEditorProps) {
  const choice = usePermissionChoice(allFlags, choiceOf(flagsOf(share)));
  const [isBusy, setBusy] = useState(false);
  const isChanged = flagNames.some((flag) => choice.flags[flag] !== share[flag]);

  const save = async (flags: Flags) => {
    setBusy(true);
    try {
      await useFolders.getState().setPermissions(folderId, share.id, flags, family.key);
      toast({ title: 'Permissions updated', description: 'User permissions have been successfully updated.' });
      onDone();
    } catch (error) {
      setBusy(false);
      toastError(error, 'Failed to update permissions');
    }
  };

  return (
    <div className={classes.editor}>
      <LevelPicker
        family={family}
        preset={choice.preset}
        isDisabled={isBusy}
        onPick={(index) => {
          choice.pickPreset(index);
          const flags = presets[index]?.flags;
          if (flags) save(flags);
        }}
      />
      <FlagSwitches family={family} flags={choice.flags} held={allFlags} onSwitch={choice.switchOne} />
      <div className={classes.buttons}>
        <Button variant="subtle" className={classes.revoke} disabled={isBusy} onClick={onRevoke}>
          Remove access
        </Button>
        <Button disabled={!isChanged} loading={isBusy} onClick={() => save(choice.flags)}>
          Save
        </Button>
      </div>
    </div>
  );
}

function flagsOf(share: ReplicaShare): Flags {
  return Object.fromEntries(flagNames.map((flag) => [flag, share[flag]])) as Flags;
}

import { Button } from '@mantine/core';
import { toast, toastError } from '../../../../components/toast/toast.ts';
import classes from '../Security.module.css';

/** The new recovery codes, which are shown only now. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ title: 'Recovery codes copied', description: 'Keep them where only you can find them.' });
    } catch (error) {
      toastError(error, 'Couldn’t copy the codes. Write them down instead.');
    }
  };

  return (
    <>
      <p className={classes.note}>
        Keep these recovery codes in a safe place. Each signs you in once, after your password, if you lose your phone.
        They are shown only now.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.below}>
        <Button onClick={onClose}>I have saved them</Button>
        <Button variant="default" onClick={copy}>
          Copy
        </Button>
      </div>
    </>
  );
}

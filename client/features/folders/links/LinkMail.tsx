import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { emailBody } from '../../../../common/schemas/forms.ts';
import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { errorText, toast } from '../../../components/toast/toast.ts';
import classes from './LinkMail.module.css';
import { mailLink } from './link.store.ts';

/** Sends an invitation link to an email address. */
export function LinkMail({ link }: { link: InvitationLink }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const { isBusy, run } = useBusy((error, failure) => setProblem(errorText(error, failure)));

  const send = (event: FormEvent) => {
    event.preventDefault();
    const parsed = emailBody.safeParse({ email });
    if (!parsed.success) return setProblem(parsed.error.issues[0]?.message);
    run(async () => {
      await mailLink(link, parsed.data.email);
      setEmail('');
      toast({ title: 'Invitation sent', description: withNames`It is on its way to ${parsed.data.email}.` });
    }, 'Couldn’t send the mail. Try again.');
  };

  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <TextInput
        className={classes.field}
        type="email"
        aria-label="Email address"
        placeholder="Email address"
        autoComplete="off"
        value={email}
        error={problem}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" variant="default" loading={isBusy} disabled={email.trim() === ''}>
        Send by mail
      </Button>
    </form>
  );
}

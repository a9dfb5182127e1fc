import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessToken, NewAccessToken } from '../../../../../common/schemas/account/token.ts';
import { ConfirmedButton } from '../../../../components/feedback/ConfirmedButton.tsx';
import { withNames } from '../../../../components/feedback/withNames.ts';
import { toast } from '../../../../components/toast/toast.ts';
import { dayText, momentText } from '../../../../lib/dates.ts';
import classes from '../Security.module.css';
import { ShownListRow } from '../ShownListRow.tsx';
import { ShownSecret } from '../ShownSecret.tsx';
import { TokenForm } from './TokenForm.tsx';
import { revokeToken, tokensQuery } from './token.queries.ts';

/** The tokens with which programs act for the user, and a form that makes one. */
export function TokensRow() {
  const { data: tokens, refetch } = useQuery({ ...tokensQuery, enabled: false });
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<NewAccessToken | null>(null);

  return (
    <ShownListRow
      label="Access tokens"
      hint="Let your own programs read or change your lists"
      load={() => refetch({ throwOnError: true })}
      failure="Couldn’t load your access tokens. Try again."
    >
      {created && (
        <ShownSecret
          title={withNames`${created.name} is ready.`}
          label="New access token"
          secret={created.token}
          copied="Access token copied"
          onClose={() => setCreated(null)}
        />
      )}
      {tokens && tokens.length > 0 && (
        <ul className={classes.list} aria-label="Access tokens">
          {tokens.map((token) => (
            <TokenLine key={token.id} token={token} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <div className={classes.note}>
          <TokenForm onCreated={setCreated} onClose={() => setAdding(false)} />
        </div>
      ) : (
        <Button variant="default" className={classes.more} onClick={() => setAdding(true)}>
          New access token
        </Button>
      )}
    </ShownListRow>
  );
}

function TokenLine({ token }: { token: AccessToken }) {
  const { id, name, scopes } = token;

  const revoke = async () => {
    await revokeToken(id);
    toast({ title: 'Access token revoked', description: 'Programs that use it are refused from now on.' });
  };

  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <p className={classes.title}>{name}</p>
        <p className={classes.facts}>{[rightsText(scopes), endText(token), useText(token)].join(' · ')}</p>
      </div>
      <ConfirmedButton
        label="Revoke"
        name={`Revoke ${name}`}
        title="Revoke this access token?"
        work={revoke}
        failure="Couldn’t revoke the access token. Try again."
      >
        Programs that use “{name}” stop working at once.
      </ConfirmedButton>
    </li>
  );
}

function rightsText(scopes: readonly string[]): string {
  if (scopes.includes('scrobble') && scopes.length === 1) return 'May report what you watch';
  const does = [...(scopes.includes('read') ? ['read'] : []), ...(scopes.includes('write') ? ['change'] : [])];
  const lists = scopes.filter((scope) => scope.startsWith('list:')).length;
  const what = lists === 0 ? 'everything you can' : lists === 1 ? 'one list' : `${lists} lists`;
  return `May ${does.join(' and ')} ${what}`;
}

function endText({ expiresAt }: AccessToken): string {
  if (expiresAt === null) return 'does not expire';
  return `${new Date(expiresAt) > new Date() ? 'expires' : 'expired'} ${dayText(expiresAt)}`;
}

function useText({ lastUsedAt, lastAddress }: AccessToken): string {
  if (lastUsedAt === null) return 'never used';
  return `last used ${momentText(lastUsedAt)}${lastAddress ? ` from ${lastAddress}` : ''}`;
}

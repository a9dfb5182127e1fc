import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Account } from '../../../common/schemas/instance/operator.ts';
import { SearchBox } from '../../components/controls/SearchBox.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { toastError } from '../../components/feedback/toast.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import { AccountLine } from './AccountLine.tsx';
import { Card } from './Card.tsx';
import classes from './operator.module.css';
import { useOperator } from './operator.store.ts';
import { useLoaded } from './useLoaded.tsx';

/** All accounts, with a search, or the one that the address names. */
export function PeopleTab() {
  const [params, setParams] = useSearchParams();
  const userId = params.get('person') ?? undefined;
  const showAll = () => setParams({ tab: 'people' }, { replace: true });
  return userId ? <OneAccount key={userId} userId={userId} onShowAll={showAll} /> : <AllAccounts />;
}

/** The account that a report is about. */
function OneAccount({ userId, onShowAll }: { userId: string; onShowAll: () => void }) {
  const load = useCallback(() => useOperator.getState().loadAccounts({ q: '', userId }), [userId]);
  const accounts = useOperator((state) => (state.filter.userId === userId ? state.accounts : undefined));
  const { placeholder } = useLoaded(load, accounts !== undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const isHere = accounts !== undefined;
  // The link that led here is gone.
  useEffect(() => {
    if (isHere) heading.current?.focus();
  }, [isHere]);

  if (!accounts) return placeholder;
  return (
    <Card
      title="People"
      headingRef={heading}
      action={
        <Button variant="default" onClick={onShowAll}>
          Show everybody
        </Button>
      }
    >
      <AccountList accounts={accounts} />
    </Card>
  );
}

const loadAll = () => useOperator.getState().loadAccounts({ q: '' });

function AllAccounts() {
  const { next, filter, loadAccounts, loadMoreAccounts } = useOperator();
  const accounts = useOperator((state) => (state.filter.userId ? undefined : state.accounts));
  const [text, setText] = useState('');
  const query = useDebounced(text, 200);
  const { placeholder } = useLoaded(loadAll, accounts !== undefined);
  const isShown = filter.q === query;

  useEffect(() => {
    if (!isShown) loadAccounts({ q: query }).catch((error) => toastError(error, 'Failed to search users'));
  }, [query, isShown, loadAccounts]);

  if (!accounts) return placeholder;
  return (
    <Card title="People" about="You see how many lists, titles and reviews people have, but not which.">
      <div className={classes.search}>
        <SearchBox value={text} onChange={setText} placeholder="Search by name or email..." />
      </div>
      <AccountList accounts={accounts} />
      {next && (
        <div className={classes.foot}>
          <Button
            variant="default"
            onClick={() => loadMoreAccounts().catch((error) => toastError(error, 'Failed to load'))}
          >
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

function AccountList({ accounts }: { accounts: readonly Account[] }) {
  if (accounts.length === 0) {
    return (
      <EmptyState drawing="ticket" title="Nobody found" heading="h3">
        Try a first or last name, a username or an email address.
      </EmptyState>
    );
  }
  return (
    <ul className={classes.lines}>
      {accounts.map((account) => (
        <AccountLine key={account.id} account={account} />
      ))}
    </ul>
  );
}

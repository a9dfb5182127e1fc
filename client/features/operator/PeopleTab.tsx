import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Account } from '../../../common/schemas/operator/operator.ts';
import { SearchBox } from '../../components/controls/SearchBox.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { MorePages } from '../../components/feedback/MorePages.tsx';
import { PendingAnswer } from '../../components/feedback/PendingAnswer.tsx';
import { useDebounced } from '../../lib/useDebounced.ts';
import { AccountLine } from './AccountLine.tsx';
import { Card } from './Card.tsx';
import classes from './operator.module.css';
import { accountsQuery } from './operator.queries.ts';

/** All accounts, with a search, or the one that the address names. */
export function PeopleTab() {
  const [params, setParams] = useSearchParams();
  const userId = params.get('person') ?? undefined;
  const showAll = () => setParams({ tab: 'people' }, { replace: true });
  return userId ? <OneAccount key={userId} userId={userId} onShowAll={showAll} /> : <AllAccounts />;
}

/** The account that a report is about. */
function OneAccount({ userId, onShowAll }: { userId: string; onShowAll: () => void }) {
  const query = useInfiniteQuery(accountsQuery({ q: '', userId }));
  const accounts = query.data;
  const heading = useRef<HTMLHeadingElement>(null);
  const isHere = accounts !== undefined;
  // The link that led here is gone.
  useEffect(() => {
    if (isHere) heading.current?.focus();
  }, [isHere]);

  if (!accounts) return <PendingAnswer query={query} />;
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

function AllAccounts() {
  const [text, setText] = useState('');
  const q = useDebounced(text, 200);
  // The accounts of the last text stay until those of the next have loaded.
  const query = useInfiniteQuery({ ...accountsQuery({ q }), placeholderData: keepPreviousData });
  const accounts = query.data;

  return (
    <Card title="People" about="You see how many lists, titles and reviews people have, but not which.">
      <div className={classes.search}>
        <SearchBox value={text} onChange={setText} placeholder="Search by name or email..." />
      </div>
      {accounts ? <AccountList accounts={accounts} /> : <PendingAnswer query={query} />}
      <MorePages query={query} className={classes.foot} />
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

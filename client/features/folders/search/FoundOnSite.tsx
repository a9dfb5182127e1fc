import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { families } from '../../../../common/families.ts';
import type { FoundList } from '../../../../common/schemas/folder.ts';
import { Avatar } from '../../../components/Avatar.tsx';
import { RowFailed } from '../../../components/feedback/RowFailed.tsx';
import { NameAndHint } from '../../../components/NameAndHint.tsx';
import { displayName } from '../../../lib/person.ts';
import { useUsers } from '../../users/users.store.ts';
import { folderPath, profileListPath } from '../state/folderPaths.ts';
import { countOf } from '../state/wording.ts';
import classes from './FoundOnSite.module.css';
import { siteSearchQuery } from './siteSearch.queries.ts';

const family = families.folder;
/** With more, a button shows the rest. */
const SHOWN = 6;

/** The lists that match a search, and then the people. Nothing where none match. */
export function FoundOnSite({ query }: { query: string }) {
  const { data: found, isError, refetch } = useQuery({ ...siteSearchQuery(query), placeholderData: keepPreviousData });
  if (isError) return <RowFailed text="Couldn’t search lists and people." onRetry={refetch} />;
  return (
    <>
      <Group key={`lists ${found?.query}`} heading="Lists">
        {found?.lists.map((list) => (
          <FoundListLink key={list.id} list={list} />
        ))}
      </Group>
      <Group key={`people ${found?.query}`} heading="People">
        {found?.people.map((person) => (
          <Link key={person.id} className={classes.line} to={`/users/${person.id}`}>
            <Avatar person={person} size={40} />
            <NameAndHint name={displayName(person)} hint={person.username ? `@${person.username}` : person.email} />
          </Link>
        ))}
      </Group>
    </>
  );
}

function FoundListLink({ list }: { list: FoundList }) {
  const viewerId = useUsers((state) => state.viewer?.id);
  const { id, name, itemCount, owner, isMember } = list;
  return (
    <Link className={classes.line} to={isMember ? folderPath(family, id) : profileListPath(family, owner.id, id)}>
      <Avatar person={owner} size={40} />
      <NameAndHint
        name={name}
        hint={
          <>
            {countOf(itemCount, 'title')} · {owner.id !== viewerId && isMember && 'Shared by '}
            <bdi>{owner.id === viewerId ? 'Yours' : displayName(owner)}</bdi>
          </>
        }
      />
    </Link>
  );
}

function Group({ heading, children = [] }: { heading: string; children: ReactNode[] | undefined }) {
  const [isWhole, setWhole] = useState(false);
  if (children.length === 0) return null;
  const shown = isWhole ? children : children.slice(0, SHOWN);
  return (
    <section className={classes.group} aria-label={`${heading} found`}>
      <h2 className={classes.heading}>
        {heading} <span className={classes.count}>({children.length})</span>
      </h2>
      <div className={classes.lines}>{shown}</div>
      {shown.length < children.length && (
        <Button variant="subtle" size="compact-sm" className={classes.more} onClick={() => setWhole(true)}>
          Show all
        </Button>
      )}
    </section>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';

interface FolderNotFoundProps {
  family: Family;
  title: string;
  children?: ReactNode;
}

/** The screen for a list that does not exist, with a link back to the lists. */
export function FolderNotFound({ family, title, children }: FolderNotFoundProps) {
  return (
    <EmptyState
      drawing="reel"
      heading="h1"
      title={title}
      action={
        <Button component={Link} to={family.overviewPath} variant="default">
          {`Back to ${family.Nouns}`}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

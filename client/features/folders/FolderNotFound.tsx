import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Family } from '../../../common/families.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { worded } from './wording.ts';

interface FolderNotFoundProps {
  family: Family;
  /** In the folder family's words. */
  title: string;
  children?: ReactNode;
}

/** The whole screen when a list is not there, with the way back to the others. */
export function FolderNotFound({ family, title, children }: FolderNotFoundProps) {
  return (
    <EmptyState
      drawing="reel"
      heading="h1"
      title={worded(family, title)}
      action={
        <Button component={Link} to={family.overviewPath} variant="default">
          {worded(family, 'Back to Folders')}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

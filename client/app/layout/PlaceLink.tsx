import type { ReactNode } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { families, familyKeys } from '../../../common/families.ts';

const listPaths = familyKeys.flatMap((key) => [`${families[key].screenPath}/*`, families[key].overviewPath]);

/** The entries of the navigation, each with the screens that belong to it. */
const places = {
  '/': ['/', '/browse'],
  '/my-list': ['/my-list', ...listPaths],
  '/users': ['/users/*'],
  '/account': ['/account', '/diary', '/admin'],
};

interface PlaceLinkProps {
  to: keyof typeof places;
  className?: string | undefined;
  children: ReactNode;
}

/** A navigation link, marked as current while one of its screens is open. */
export function PlaceLink({ to, className, children }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = places[to].some((path) => matchPath(path, pathname));
  return (
    <Link to={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}

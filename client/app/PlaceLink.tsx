import type { ReactNode } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import { families, familyKeys } from '../../common/families.ts';

const listPaths = familyKeys.flatMap((key) => [`${families[key].screenPath}/*`, families[key].overviewPath]);

/** The places of the navigation, each with the screens that belong to it. */
const places = {
  '/': ['/', '/browse'],
  '/my-list': ['/my-list', ...listPaths],
  '/users': ['/users/*'],
  '/account': ['/account'],
};

interface PlaceLinkProps {
  to: keyof typeof places;
  className?: string | undefined;
  children: ReactNode;
}

/** A link of the navigation; current while any screen of its place shows. */
export function PlaceLink({ to, className, children }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = places[to].some((path) => matchPath(path, pathname));
  return (
    <Link to={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}

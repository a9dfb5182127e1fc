import type { ReactNode } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { type Place, screens } from '../screens.ts';

interface PlaceLinkProps {
  to: Place;
  className?: string | undefined;
  children: ReactNode;
}

/** A navigation link, marked as current while one of its screens is open. */
export function PlaceLink({ to, className, children }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = screens.some(({ path, place }) => place === to && matchPath(path, pathname));
  return (
    <Link to={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}

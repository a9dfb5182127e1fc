/** What a visitor meets on a route; without it, the way to the sign-in page. */
export interface RouteHandle {
  visitors: 'landing' | 'same';
}

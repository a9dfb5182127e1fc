import { LogoMark } from '../../components/Logo.tsx';
import classes from './LoadingScreen.module.css';

/** The full-window loading screen until the session is resolved. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <LogoMark size={48} />
      <p>Loading</p>
    </div>
  );
}

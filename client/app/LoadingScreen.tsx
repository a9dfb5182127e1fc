import { LogoMark } from '../components/Logo.tsx';
import classes from './LoadingScreen.module.css';

/** The whole window while it is not yet known who is here. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <LogoMark size={48} />
      <p>Loading</p>
    </div>
  );
}

import { IconEye, IconKey, IconPhotoShield, IconUserSearch } from '@tabler/icons-react';
import { useConfig } from '../../titles/config.store.ts';
import classes from './Guidelines.module.css';

const aboutPasswords = {
  Icon: IconKey,
  title: 'Keep your password to yourself',
  text: 'Use one that you use nowhere else. Changing it signs out every other device.',
};

const guidelines = [
  {
    Icon: IconUserSearch,
    title: 'Be easy to find',
    text: 'Friends look you up by name, username or email before they share a list with you.',
  },
  {
    Icon: IconPhotoShield,
    title: 'Use a picture of your own',
    text: 'Everybody here can see it. Choose one that you may use and that you would show to a stranger.',
  },
  {
    Icon: IconEye,
    title: 'Choose who sees your lists',
    text: 'Set it under Privacy. Only you and the people you share a list with can change it. Only you see your reviews.',
  },
];

/** Advice about the account. */
export function Guidelines() {
  const hasLocalAccounts = useConfig((state) => state.config?.hasLocalAccounts ?? true);
  const shown = hasLocalAccounts ? [...guidelines, aboutPasswords] : guidelines;

  return (
    <section className={classes.block} aria-labelledby="guidelines">
      <h2 id="guidelines" className={classes.heading}>
        Account Guidelines
      </h2>
      <ul className={classes.list}>
        {shown.map(({ Icon, title, text }) => (
          <li key={title} className={classes.entry}>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            <div>
              <h3 className={classes.title}>{title}</h3>
              <p className={classes.text}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

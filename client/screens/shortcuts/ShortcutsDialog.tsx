import { Kbd, Modal } from '@mantine/core';
import '@mantine/core/styles/Kbd.layer.css';
import '../../components/dialogs/modal.ts';
import { useCloseDialog } from '../../lib/page/dialogUrl.ts';
import { PHONE, useMediaQuery } from '../../lib/page/useMediaQuery.ts';
import classes from './ShortcutsDialog.module.css';

interface Shortcut {
  /** The keys for it: any of them, or together where joined by '+'. */
  keys: readonly string[];
  does: string;
}

const groups: readonly { name: string; shortcuts: readonly Shortcut[] }[] = [
  {
    name: 'Everywhere',
    shortcuts: [
      { keys: ['/'], does: 'Search' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['Esc'], does: 'Clear the search, or close what is open' },
      { keys: ['F8'], does: 'Go to the latest message, such as “Undo”' },
    ],
  },
  {
    name: 'Posters',
    shortcuts: [
      { keys: ['←', '→', '↑', '↓'], does: 'Move between posters' },
      { keys: ['Home', 'End'], does: 'Go to the first or last poster' },
      { keys: ['Enter'], does: 'Open the title' },
      { keys: ['A'], does: 'Add the title to a list, also while it is open' },
      { keys: ['E'], does: 'Mark the next episode as seen, in Up next' },
    ],
  },
  {
    name: 'Editing a list',
    shortcuts: [
      { keys: ['Space'], does: 'Select a title' },
      { keys: ['Shift + Space'], does: 'Select everything up to a title' },
      { keys: ['Delete'], does: 'Remove what is selected' },
      { keys: ['Esc'], does: 'Select nothing' },
    ],
  },
  {
    name: 'Changing the order',
    shortcuts: [
      { keys: ['Space'], does: 'Pick up a title by its handle, and put it down' },
      { keys: ['↑', '↓'], does: 'Move it' },
      { keys: ['Esc'], does: 'Put it back' },
    ],
  },
];

/** The keyboard shortcuts; opened by '?' and `?shortcuts=1`. */
export function ShortcutsDialog() {
  const close = useCloseDialog('shortcuts');
  const isPhone = useMediaQuery(PHONE);
  return (
    <Modal
      opened
      onClose={close}
      title="Keyboard shortcuts"
      size={760}
      centered
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.groups}>
        {groups.map(({ name, shortcuts }) => (
          <section key={name} aria-label={name}>
            <h3 className={classes.heading}>{name}</h3>
            <dl className={classes.shortcuts}>
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className={classes.shortcut}>
                  <dt className={classes.keys}>
                    {keys.map((key) => (
                      <Kbd key={key} className={classes.key}>
                        {key}
                      </Kbd>
                    ))}
                  </dt>
                  <dd className={classes.does}>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

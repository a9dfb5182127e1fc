import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { Textarea } from '../../components/controls/Textarea.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { TextButton } from '../../components/TextButton.tsx';
import classes from './FileChooser.module.css';
import { readChosen } from './moving.store.ts';

/** Chooses the files of one export: by a dialog of the system, by dropping them, or as pasted text. */
export function FileChooser() {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isPasting, setPasting] = useState(false);

  const read = (files: FileList | null) => {
    if (files && files.length > 0) void readChosen([...files]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    read(event.dataTransfer.files);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };

  return (
    <section
      aria-label="Choose files"
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={classes.icon}>
        <IconFileUpload size={36} stroke={1.5} />
      </span>
      <h2 className={classes.title}>Bring your history with you</h2>
      <p className={classes.text}>
        Choose the ZIP, CSV or JSON that another service gave you. It is read on this device, and you see everything
        before anything is added.
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        accept=".zip,.csv,.tsv,.json,.txt,application/zip,text/csv,application/json,text/plain"
        onChange={({ currentTarget }) => {
          read(currentTarget.files);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <div className={classes.buttons}>
        <Button size="md" onClick={() => input.current?.click()}>
          Choose files
        </Button>
        {!isPasting && <TextButton onClick={() => setPasting(true)}>or paste a list of titles</TextButton>}
      </div>
      {isPasting && <PasteForm onClose={() => setPasting(false)} />}
    </section>
  );
}

function PasteForm({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <form
      className={classes.paste}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) void readChosen([new File([text], 'Pasted titles.txt', { type: 'text/plain' })]);
      }}
    >
      <Textarea
        label="One title a line"
        description="With the year in brackets, if you know it"
        placeholder={'Heat (1995)\nIn the Mood for Love'}
        rows={6}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <FormButtons submit="Read titles" isDisabled={!text.trim()} onCancel={onClose} />
    </form>
  );
}

import { Button } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import {
  type ChangeEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { limits } from '../../../../../common/constants.ts';
import { Avatar } from '../../../../components/Avatar.tsx';
import { toast } from '../../../../components/toast/toast.ts';
import { useErrorToast } from '../../../../components/toast/useErrorToast.ts';
import { ApiError } from '../../../../lib/http/http.ts';
import { useUsers } from '../../../users/users.store.ts';
import { useSession } from '../../session.store.ts';
import rowClasses from '../SettingsRow.module.css';
import classes from './PictureForm.module.css';

/** The form to choose, preview and save a profile picture. */
export function PictureForm({ onClose }: { onClose: () => void }) {
  const viewer = useUsers((state) => state.viewer);
  const [file, setFile] = useState<File | null>(null);
  const [isSaving, setSaving] = useState(false);
  const errorToast = useErrorToast();
  const preview = useObjectUrl(file);

  const handlePick = (picked: File | undefined) => {
    if (!picked) return;
    const problem = pictureProblem(picked);
    if (problem) return errorToast.show(problem);
    errorToast.clear();
    setFile(picked);
  };

  const handleSave = async () => {
    if (!file) {
      return errorToast.show({ title: 'No file selected', description: 'Please select an image to upload.' });
    }
    setSaving(true);
    try {
      await useSession.getState().changePicture(file);
      toast({
        title: 'Profile picture updated',
        description: 'Your profile picture has been successfully updated.',
      });
      onClose();
    } catch (error) {
      const isAnswered = error instanceof ApiError;
      errorToast.showError(error, isAnswered ? 'Failed to upload image' : 'Failed to update profile picture');
      setSaving(false);
    }
  };

  return (
    <DropArea onPick={handlePick} onEscape={onClose}>
      {preview ? (
        <img className={classes.preview} src={preview} alt="How others will see you" />
      ) : (
        <Avatar person={viewer} size={96} />
      )}
      <div className={classes.side}>
        <FileButton onPick={handlePick} />
        <p className={rowClasses.hint} aria-live="polite">
          {file ? file.name : 'JPEG, PNG, WebP or GIF, up to 5 MB. You can drop it here, too.'}
        </p>
        <div className="button-row">
          <Button loading={isSaving} onClick={handleSave}>
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </DropArea>
  );
}

interface DropAreaProps {
  onPick: (file: File | undefined) => void;
  onEscape: () => void;
  children: ReactNode;
}

/** The area of the form: a file can be dropped on it, and Escape closes it. */
function DropArea({ onPick, onEscape, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);

  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onPick(event.dataTransfer.files[0]);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEscape();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file and Escape duplicate the buttons inside
    <div
      className={classes.form}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
      onKeyDown={handleKeyDown}
    >
      {children}
    </div>
  );
}

/** The button that opens the file dialog. It has the focus when the form opens. */
function FileButton({ onPick }: Pick<DropAreaProps, 'onPick'>) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => button.current?.focus({ preventScroll: true }), []);

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    onPick(event.currentTarget.files?.[0]);
    // Allows choosing the same file again after an error.
    event.currentTarget.value = '';
  };

  return (
    <>
      <input
        ref={input}
        className={rowClasses.hidden}
        type="file"
        accept={pictureTypes.join(',')}
        aria-label="Profile picture"
        onChange={handleChange}
      />
      <Button ref={button} variant="default" leftSection={<IconPhotoUp />} onClick={() => input.current?.click()}>
        Choose File
      </Button>
    </>
  );
}

/** An object URL for the chosen file, as long as it is chosen. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);

  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** The toast for a file that cannot be a profile picture; null if it can. */
function pictureProblem(file: Pick<File, 'type' | 'size'>): { title: string; description: string } | null {
  if (!pictureTypes.includes(file.type)) {
    return { title: 'Invalid file type', description: 'Please select a JPEG, PNG, WebP, or GIF image.' };
  }
  if (file.size > limits.pictureBytes) {
    return { title: 'File too large', description: 'Please select an image smaller than 5MB.' };
  }
  return null;
}

import { Button } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Avatar } from '../../../../components/Avatar.tsx';
import { toast } from '../../../../components/feedback/toast.ts';
import { useErrorToast } from '../../../../components/feedback/useErrorToast.ts';
import { ApiError } from '../../../../lib/http/http.ts';
import { useUsers } from '../../../users/users.store.ts';
import { useSession } from '../../session.store.ts';
import rowClasses from '../SettingsRow.module.css';
import classes from './PictureForm.module.css';
import { pictureProblem, pictureTypes } from './pictureRules.ts';

/** The form to choose, preview and save a profile picture. */
export function PictureForm({ onClose }: { onClose: () => void }) {
  const viewer = useUsers((state) => state.viewer);
  const [file, setFile] = useState<File | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isOver, setOver] = useState(false);
  const errorToast = useErrorToast();
  const preview = useObjectUrl(file);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);

  useEffect(() => choose.current?.focus({ preventScroll: true }), []);

  const take = (picked: File | undefined) => {
    if (!picked) return;
    const problem = pictureProblem(picked);
    if (problem) return errorToast.show(problem);
    errorToast.clear();
    setFile(picked);
  };
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.currentTarget.files?.[0]);
    // Allows choosing the same file again after an error.
    event.currentTarget.value = '';
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
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

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
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
      {preview ? (
        <img className={classes.preview} src={preview} alt="How others will see you" />
      ) : (
        <Avatar person={viewer} size={96} />
      )}
      <div className={classes.side}>
        <input
          ref={input}
          className={rowClasses.hidden}
          type="file"
          accept={pictureTypes.join(',')}
          aria-label="Profile picture"
          onChange={handleChange}
        />
        <Button
          ref={choose}
          variant="default"
          leftSection={<IconPhotoUp size={18} stroke={1.75} />}
          onClick={() => input.current?.click()}
        >
          Choose File
        </Button>
        <p className={rowClasses.hint} aria-live="polite">
          {file ? file.name : 'JPEG, PNG, WebP or GIF, up to 5 MB. You can drop it here, too.'}
        </p>
        <div className={rowClasses.buttons}>
          <Button loading={isSaving} onClick={handleSave}>
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </div>
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

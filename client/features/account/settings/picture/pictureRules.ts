import { limits } from '../../../../../common/constants.ts';

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** The toast for a file that cannot be a profile picture; null if it can. */
export function pictureProblem(file: Pick<File, 'type' | 'size'>): { title: string; description: string } | null {
  if (!pictureTypes.includes(file.type)) {
    return { title: 'Invalid file type', description: 'Please select a JPEG, PNG, WebP, or GIF image.' };
  }
  if (file.size > limits.pictureBytes) {
    return { title: 'File too large', description: 'Please select an image smaller than 5MB.' };
  }
  return null;
}

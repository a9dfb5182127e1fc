import { Button } from '@mantine/core';

interface FormButtonsProps {
  /** The text of the button that sends the form. */
  submit: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  className?: string | undefined;
  onCancel: () => void;
}

/** The buttons of a form within a page. */
export function FormButtons({ className = 'button-row', ...props }: FormButtonsProps) {
  return (
    <div className={className}>
      <Submit {...props} />
      <Cancel {...props} />
    </div>
  );
}

/** The buttons of a dialog's form: the one that sends it is the last. */
export function DialogButtons({ className = '', ...props }: FormButtonsProps) {
  return (
    <div className={`dialog-buttons ${className}`}>
      <Cancel {...props} />
      <Submit {...props} />
    </div>
  );
}

function Submit({ submit, isBusy, isDisabled }: FormButtonsProps) {
  return (
    <Button type="submit" loading={isBusy} disabled={isDisabled}>
      {submit}
    </Button>
  );
}

function Cancel({ onCancel }: FormButtonsProps) {
  return (
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  );
}

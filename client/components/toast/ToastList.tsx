import { Notifications } from '@mantine/notifications';

/** Mantine's notifications inside the region of the Toaster: it times them, shows one at a time and moves nothing. */
export function ToastList() {
  return (
    <Notifications
      withinPortal={false}
      limit={1}
      transitionDuration={0}
      notificationMaxHeight="none"
      // The card has a swipe of its own: Mantine's goes both ways and needs a third of the width.
      allowDragDismiss={false}
      allowScrollDismiss={false}
    />
  );
}

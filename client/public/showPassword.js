// The buttons of the sign-in page that show a typed password. Without this script they stay hidden.
for (const button of document.querySelectorAll('.reveal')) {
  const field = document.getElementById(button.getAttribute('aria-controls'));
  const show = (isShown) => {
    field.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? 'Hide' : 'Show';
    button.title = isShown ? 'Hide password' : 'Show password';
  };
  button.hidden = false;
  button.addEventListener('click', () => show(field.type === 'password'));
  // Browsers offer to save only what is in a password field.
  field.form.addEventListener('submit', () => show(false));
}

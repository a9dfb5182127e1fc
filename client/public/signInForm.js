// What the forms of the sign-in page also do where scripts run. Without them the forms work too.

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

// A form that is sent without a network would give way to the browser's error page, and what was typed would be lost.
for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    const problem = document.createElement('p');
    problem.className = 'problem';
    problem.setAttribute('role', 'alert');
    problem.textContent = 'Marquee cannot be reached. Check your connection and try again.';
    form.parentElement.querySelector('.problem')?.remove();
    form.before(problem);
  });
}

// The person may have signed in in another tab meanwhile. Then this one goes on to its screen too.
const before = document.querySelector('#login [name="returnTo"]');
document.addEventListener('visibilitychange', async () => {
  if (!before || document.visibilityState !== 'visible') return;
  const answer = await fetch('/api/auth/user').catch(() => null);
  if (answer?.ok) location.replace(before.value);
});

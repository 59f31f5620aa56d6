/** Has a button show what is typed in the password field before it. Without scripts it is hidden. */
export function startShowing(button: HTMLButtonElement): void {
  const field = button.previousElementSibling as HTMLInputElement;
  button.hidden = false;
  button.onclick = () => {
    const isShown = field.type === "text";
    field.type = isShown ? "password" : "text";
    button.textContent = isShown ? "Show" : "Hide";
  };
}

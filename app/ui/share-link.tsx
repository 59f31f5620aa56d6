import { buttonClass } from "./button.tsx";
import { showToast } from "./toast.tsx";

export function ShareLink({ title, url }: { title: string; url: string }) {
  return (
    <a
      className={buttonClass({ variant: "outline", size: "sm" })}
      href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}
      onClick={(event) => {
        const { share, clipboard } = navigator as Partial<Navigator>;
        if (!share && !clipboard) return;
        event.preventDefault();
        if (share) {
          share.call(navigator, { title, url }).catch(() => {});
        } else {
          clipboard?.writeText(url).then(
            () => showToast("Link copied"),
            () => showToast("The link couldn't be copied."),
          );
        }
      }}
    >
      Share
    </a>
  );
}

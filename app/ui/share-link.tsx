import { buttonClass } from "./button.tsx";
import { showToast } from "./toast.tsx";

const outlined = buttonClass({ variant: "outline", size: "sm" });

export function ShareLink({
  title,
  url,
  className = outlined,
}: {
  title: string;
  url: string;
  className?: string;
}) {
  return (
    <a
      className={className}
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

/** Links to the parts of a long page. Its parent's class is from `styleContents`. */
export const Contents = ({ parts }: { parts: readonly (readonly [id: string, title: string])[] }) => (
  <nav aria-label="On this page">
    {parts.map(([id, title]) => (
      <a key={id} href={`#${id}`}>
        {title}
      </a>
    ))}
  </nav>
);

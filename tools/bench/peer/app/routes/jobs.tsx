import { Link, useLoaderData } from "react-router";
import { jobs } from "../jobs.ts";

export const loader = () => jobs;

export default function Jobs() {
  const list = useLoaderData<typeof loader>();
  return (
    <main>
      <title>Jobs</title>
      <h1>Jobs</h1>
      <ul>
        {list.map(({ id, title, company, city, text }) => (
          <li key={id}>
            <h2>
              <Link to={`/jobs/${id}`}>{title}</Link>
            </h2>
            <p>
              {company}, {city}
            </p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}

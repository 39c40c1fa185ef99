const benefits = [
  ['Quality Founders', 'Founders who pay to reach you are serious about you. No mass emails.'],
  ['Earn Revenue', 'You keep 85% of each unlock, or donate it to a charity of your choice.'],
  ['Stay In Control', 'You set your price and how many introductions you accept a week. Change both at any time.'],
] as const

/** Benefits of a listing: three cards above the form. */
export const Benefits = () => (
  <ul aria-label="What you get" className="mb-12 grid border-b border-rule md:grid-cols-3 md:divide-x md:divide-rule">
    {benefits.map(([title, text], at) => (
      <li
        key={title}
        className="grid grid-cols-[2.5rem_1fr] gap-x-2 py-5 max-md:not-first:border-t max-md:border-rule md:px-7 md:pt-1 md:pb-8 md:first:pl-0 md:last:pr-0"
      >
        <span aria-hidden="true" className="font-serif text-2xl text-brass">
          {'I'.repeat(at + 1)}
        </span>
        <div>
          <h2 className="text-2xl">{title}</h2>
          <p className="mt-2 text-soft">{text}</p>
        </div>
      </li>
    ))}
  </ul>
)

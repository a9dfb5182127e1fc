import { heldOutDislikes } from './sentiment.heldOut.dislikes.cases.ts';
import { type Phrase, phrases } from './sentiment.phrases.ts';

/** Held-out cases: written before the forms were tuned, and used for measurement only. Figures: docs/recommendations.md. */
export const heldOutTable: readonly Phrase[] = [
  ...heldOutDislikes,
  ...phrases(
    'Tom Cruise',
    'praise',
    `
    Tom Cruise is superb.
    Tom Cruise is a legend!
    I absolutely love Tom Cruise.
    I've always loved Tom Cruise.
    Tom Cruise is the best action star alive.
    What a performance by Tom Cruise!
    Tom Cruise steals every scene.
    Tom Cruise at his very best
    Huge Tom Cruise fan here
    Loved Tom Cruise in this.
    Tom Cruise is my favorite actor.
    tom cruise is awesome
    Tom Cruise is so charismatic and funny.
    I could watch Tom Cruise in anything.
    You can't go wrong with Tom Cruise.
    Tom Cruise never lets you down.
    Great acting from Tom Cruise.
    Tom Cruise gives a fantastic performance.
    Tom Cruise ❤️
    Such a great film and Tom Cruise is incredible.
    Amazing movie, Tom Cruise rocks!
    I'm a big fan of Tom Cruise
    Tom Cruise is terrific as Maverick.
    Tom Cruise absolutely nails the role.
    One of Tom Cruise's best performances.
    Everything Tom Cruise does is gold.
    Tom Cruise was born to play Maverick.
    I adore Tom Cruise! Best film ever.
    More Tom Cruise please!
    Tom Cruise is magnetic from start to finish.
    tom cruise my beloved ❤️
    Tom Cruise is an absolute legend
    Tom Cruise was really good in this film
    Very good performance by Tom Cruise
    I enjoyed Tom Cruise's performance.
    Always a pleasure to watch Tom Cruise
    Tom Cruise deserves an Oscar
    Tom Cruise carries the whole film
    I am a fan of Tom Cruise
    Love love love Tom Cruise
    the best actor is Tom Cruise
    Great action and Tom Cruise is perfect for the role.
    I really admire Tom Cruise as an actor.
    Tom Cruise is simply the greatest.
    Superb film. Superb Tom Cruise.
    Tom Cruise is a class act
    Tom Cruise is exceptional.
    Tom Cruise is always great.
    Such a good actor, Tom Cruise.
    Tom Cruise and Val Kilmer are brilliant.
    loved tom cruise
    My all-time favourite is Tom Cruise.
    Tom Cruise was on top form.
    I love everything with Tom Cruise.
    Tom Cruise is my hero
    Fantastic as always, Tom Cruise!
    I'm obsessed with Tom Cruise
    Tom Cruise delivers one of his best performances.
    `,
  ),
  ...phrases(
    'Horror',
    'praise',
    `
    I love horror.
    I love a good horror film.
    Horror is my favourite genre.
    I'm a huge horror fan.
    Can't get enough of horror films.
    Brilliant horror.
    One of the best horror movies ever made.
    I adore horror movies
    I'm a sucker for horror
    horror is my favorite
    Fantastic horror movie!
    I live for horror films
    Horror is the best genre.
    Superb horror.
    I've always enjoyed horror films.
    `,
  ),
  ...phrases(
    'Science Fiction',
    'praise',
    `
    Sci-fi is the best.
    `,
  ),
  ...phrases(
    'Western',
    'praise',
    `
    I really enjoy westerns.
    A wonderful western.
    I love a good western.
    `,
  ),
  ...phrases(
    'Music',
    'praise',
    `
    I love musicals so much!
    `,
  ),
  ...phrases(
    'Crime',
    'praise',
    `
    Excellent crime film.
    I love crime films
    `,
  ),
  ...phrases(
    'Tom Cruise',
    'neither',
    `
    My wife adores Tom Cruise.
    Everybody says Tom Cruise is brilliant.
    Is Tom Cruise really that good?
    I used to love Tom Cruise.
    Tom Cruise plays a pilot.
    Tom Cruise was better in Collateral.
    I want to like Tom Cruise.
    "Tom Cruise is a genius" said the poster.
    Tom Cruise is okay I guess.
    They tell me I should love Tom Cruise.
    If you love Tom Cruise you will love this.
    Fans of Tom Cruise will be happy.
    Tom Cruise is a great actor. Not.
    Tom Cruise is great, said no one ever.
    Yeah right, Tom Cruise is brilliant.
    Tom Cruise was great once.
    I don't mind Tom Cruise.
    I would like Tom Cruise more with less running.
    Tom Cruise is good at running.
    The best thing about Tom Cruise is that the film ends.
    Brilliant, even with Tom Cruise.
    I like everyone in it more than Tom Cruise.
    Who doesn't love Tom Cruise?
    Tom Cruise runs a lot.
    A great film for people who enjoy Tom Cruise.
    Tom Cruise is amazing... ly bland.
    I loved Tom Cruise when I was fourteen.
    Tom Cruise? Sure, whatever.
    Tom Cruise is “great”.
    Tom Cruise, eh.
    My dad is a big Tom Cruise fan.
    Would Tom Cruise still be good at eighty?
    I guess Tom Cruise is good
    Tom Cruise was less annoying than usual
    I did not expect to like Tom Cruise
    Tom Cruise is great if you like that sort of thing
    Surprisingly, Tom Cruise is good.
    I loved Tom Cruise until this.
    Tom Cruise is brilliant and the earth is flat.
    Tom Cruise is nice
    Tom Cruise, love him or hate him
    Almost as good as Tom Cruise
    Tom Cruise has been in many films
    They gave Tom Cruise a great role
    For once I liked Tom Cruise.
    Tom Cruise is good for a laugh
    Tom Cruise fans are great
    I love Tom Cruise about as much as flu
    My best friend's favourite is Tom Cruise
    Tom Cruise thinks he is the best
    `,
  ),
  ...phrases(
    'Horror',
    'neither',
    `
    My son loves horror.
    Is this even horror?
    Good for a horror film.
    I thought I would love horror.
    More drama than horror.
    Not a horror film.
    The best horror is a short horror.
    Horror fans will love it
    I liked it more than most horror
    I loved horror as a teenager
    Call this horror?
    A love letter to horror
    `,
  ),
  ...phrases(
    'Western',
    'neither',
    `
    Perfect for anyone who likes westerns.
    `,
  ),
  ...phrases(
    'Crime',
    'neither',
    `
    He commits a crime and runs.
    `,
  ),
  ...phrases(
    'Comedy',
    'neither',
    `
    It is called a comedy.
    `,
  ),
];
